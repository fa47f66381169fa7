//! Games: passes, undo, illegal moves, ends and scores.

use outflank::board::{Bitboard, Board, Color, Game, IllegalMove, Move, Position, Square};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The moves of a text such as `f5d6--c3`.
fn moves(text: &str) -> Vec<Move> {
    let names = text.as_bytes().chunks(2).map(|name| str::from_utf8(name).expect("ASCII"));
    names.map(|name| Move::from_name(name).expect("a move")).collect()
}

fn play_all(moves: impl IntoIterator<Item = Move>) -> Game {
    let mut game = Game::default();
    for mv in moves {
        game.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    game
}

fn square(name: &str) -> Move {
    Move::Place(Square::from_name(name).expect("a square"))
}

#[test]
fn odd_games_end_as_recorded_with_or_without_their_passes() {
    let lines = include_str!("data/odd_games.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<i32>().expect("a number");
        let moves = moves(words[4]);
        let game = play_all(moves.iter().copied());
        let passes = game.plies().iter().filter(|ply| ply.mv == Move::Pass).count();
        assert_eq!(passes as i32, number(0), "{line}");
        let end = game.position();
        assert!(end.board.is_over(), "{line}");
        assert!(end.moves().is_empty(), "{line}");
        assert_eq!(end.discs(Color::Black).len() as i32, number(1), "{line}");
        assert_eq!(end.discs(Color::White).len() as i32, number(2), "{line}");
        assert_eq!(end.score(), number(3), "{line}");
        let without_passes = moves.iter().copied().filter(|&mv| mv != Move::Pass);
        assert_eq!(play_all(without_passes), game, "{line}");
    }
}

#[test]
fn empty_squares_go_to_the_winner_only_at_the_end() {
    let wiped_out = play_all(moves("f5d6c5f6e7f4g5e6e3"));
    assert_eq!(wiped_out.plies().len(), 9);
    assert_eq!(wiped_out.position().side, Color::White);
    assert_eq!(wiped_out.position().board.disc_difference(), -13);
    assert_eq!(wiped_out.position().board.final_score(), -64);
    assert_eq!(wiped_out.position().score(), 64);

    let draw = play_all(moves("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5"));
    assert!(draw.position().board.is_over());
    assert_eq!(draw.position().board.empties().len(), 40);
    assert_eq!(draw.position().score(), 0);

    let running = play_all(moves("f5"));
    assert_eq!(running.position().score(), 3);
    assert_eq!(running.position().board.disc_difference(), -3);
}

#[test]
fn undo_leads_back_through_every_position() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..500 {
        let mut game = Game::default();
        let mut earlier = vec![];
        while let moves = game.position().moves()
            && !moves.is_empty()
        {
            earlier.push(game.clone());
            let mv = moves[random.random_range(0..moves.len())];
            game.play(mv).expect("a listed move");
            assert_eq!(game.plies().last().expect("just played").mv, mv);
        }
        while let Some(before) = earlier.pop() {
            let last = game.plies().last().copied();
            assert_eq!(game.undo(), last);
            assert_eq!(game, before);
            assert_eq!(game.position(), before.position());
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), Position::START);
        assert_eq!(game.start(), Position::START);
    }
}

#[test]
fn undo_takes_a_pass_that_was_put_in_back_by_itself() {
    // After a8 White has no move, and g8 is Black's.
    let line = "f5f6e6f4g5e7d7g6e8c5h6h5h4c8c7f7d6g7g4d8b8h3h2b7a6h7h8a7a8";
    let mut game = play_all(moves(line));
    let before = game.clone();
    assert_eq!(game.position().moves(), [Move::Pass]);
    game.play(square("g8")).expect("Black's move after a pass");
    assert_eq!(game.plies().len(), before.plies().len() + 2);
    assert_eq!(game.undo().map(|ply| ply.mv), Some(square("g8")));
    assert_eq!(game.position().side, Color::Black);
    assert_eq!(game.undo().map(|ply| ply.mv), Some(Move::Pass));
    assert_eq!(game, before);
}

#[test]
fn an_illegal_move_says_why_and_leaves_the_game_as_it_was() {
    use Color::{Black, White};
    let must_pass = "f5f6e6f4g5e7d7g6e8c5h6h5h4c8c7f7d6g7g4d8b8h3h2b7a6h7h8a7a8";
    let cases = [
        ("", "d4", IllegalMove::Occupied),
        ("", "a1", IllegalMove::FlipsNothing(Black)),
        ("", "e3", IllegalMove::FlipsNothing(Black)),
        ("", "pass", IllegalMove::CanMove(Black)),
        ("f5", "f5", IllegalMove::Occupied),
        ("f5", "d3", IllegalMove::FlipsNothing(White)),
        ("f5", "pass", IllegalMove::CanMove(White)),
        (must_pass, "a8", IllegalMove::Occupied),
        // Neither side can play there, and it is White who has to pass.
        (must_pass, "a1", IllegalMove::MustPass(White)),
        ("f5d6c5f6e7f4g5e6e3", "a1", IllegalMove::GameOver),
        ("f5d6c5f6e7f4g5e6e3", "e3", IllegalMove::GameOver),
        ("f5d6c5f6e7f4g5e6e3", "pass", IllegalMove::GameOver),
    ];
    for (line, mv, why) in cases {
        let mut game = play_all(moves(line));
        let before = game.clone();
        let mv = Move::from_name(mv).expect("a move");
        assert_eq!(game.play(mv), Err(why), "{mv} after {line:?}");
        assert_eq!(game, before);
    }
}

#[test]
fn the_start_is_the_one_of_the_rules() {
    let start = Position::START;
    let discs = |color: Color| start.discs(color).squares().collect::<Vec<_>>();
    let squares = |names: [&str; 2]| names.map(|name| Square::from_name(name).expect("a square"));
    assert_eq!(start.side, Color::Black);
    assert_eq!(discs(Color::Black), squares(["e4", "d5"]));
    assert_eq!(discs(Color::White), squares(["d4", "e5"]));
    assert_eq!(start.moves(), ["d3", "c4", "f5", "e6"].map(square));
    for at in Square::all() {
        let color = [Color::Black, Color::White].into_iter().find(|&c| start.discs(c).has(at));
        assert_eq!(start.disc_at(at), color);
    }
    let (black, white) = (start.discs(Color::Black), start.discs(Color::White));
    assert_eq!(Position::new(black, white, Color::Black), Some(start));
    let passed = Position::new(black, white, Color::White).expect("the discs are apart");
    assert_eq!(passed, Position { board: Board::START.pass(), side: Color::White });
    assert_eq!(Position::new(black, white | Bitboard(1 << 28), Color::White), None);
}
