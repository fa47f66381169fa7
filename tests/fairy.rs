//! The notation of Fairy-Stockfish's `flipello`: read as it is written, the same game as Othello's,
//! and what its users really send.

mod talk;

use outflank::board::{Bitboard, Color, Game, Move, Position, Square};
use outflank::notation::{fairy, fen, transcript};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use talk::{Pure, Talk};

fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A game of random legal moves; many have passes.
fn game() -> impl Strategy<Value = Game> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..70).prop_map(|choices| {
        let mut game = Game::default();
        for choice in choices {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice.index(moves.len())]).unwrap();
        }
        game
    })
}

fn position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(discs, own, black)| {
        let side = if black { Color::Black } else { Color::White };
        Position::new(Bitboard(discs & own), Bitboard(discs & !own), side).unwrap()
    })
}

fn parse(text: &str) -> Result<Position, String> {
    let mut words = text.split(' ');
    let ranks = words.next().unwrap();
    fairy::parse(ranks, words.next()).map_err(|error| error.to_string())
}

fn play(text: &str) -> Result<Game, String> {
    let mut game = Game::default();
    fairy::play(&mut game, text).map_err(|error| error.to_string())?;
    Ok(game)
}

/// The square's name with the rank counted from the bottom.
fn fairy_name(square: Square) -> String {
    let name = square.to_string();
    let row: u8 = name[1..].parse().unwrap();
    format!("{}{}", &name[..1], 9 - row)
}

/// The positions before each ply, and the ply's move.
fn plies(game: &Game) -> Vec<(Position, Move)> {
    let mut position = game.start();
    let step = |ply: &outflank::board::Ply| {
        let before = std::mem::replace(&mut position, ply.after);
        (before, ply.mv)
    };
    game.plies().iter().map(step).collect()
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn positions_are_read_as_they_are_written(position in position()) {
        let text = fairy::write(&position);
        prop_assert_eq!(parse(&text), Ok(position));
        // A rank from the bottom at a time, straight from its definition.
        let ranks: Vec<&str> = text.split('[').next().unwrap().split('/').collect();
        for square in Square::all() {
            let rank: usize = fairy_name(square)[1..].parse().unwrap();
            let cells: String = ranks[8 - rank]
                .chars()
                .map(|c| c.to_digit(10).map_or(c.to_string(), |run| "-".repeat(run as usize)))
                .collect();
            let cell = cells.chars().nth(square.column().into()).unwrap();
            let disc = match cell {
                'P' => Some(Color::Black),
                'p' => Some(Color::White),
                _ => None,
            };
            prop_assert_eq!(disc, position.disc_at(square));
        }
        let side = if position.side == Color::Black { "w" } else { "b" };
        let end = format!("] {side} - - 0 1");
        prop_assert!(text.ends_with(&end));
        let without_hand = text.split('[').next().unwrap();
        prop_assert_eq!(parse(&format!("{without_hand} {side}")), Ok(position));
        prop_assert_eq!(parse(&format!("{without_hand}[] {side} KQ - 3 17")), Ok(position));
    }

    #[test]
    fn moves_are_read_as_they_are_written(game in game()) {
        let mut words = Vec::new();
        for (position, mv) in plies(&game) {
            let word = fairy::write_move(&position, mv);
            prop_assert_eq!(fairy::read_move(&position, &word), Some(mv));
            prop_assert_eq!(fairy::read_move(&position, &word.to_uppercase()), Some(mv));
            prop_assert_eq!(fairy::read_move(&position, &word.to_lowercase()), Some(mv));
            match mv {
                Move::Place(square) => prop_assert_eq!(&word, &format!("P@{}", fairy_name(square))),
                Move::Pass => {
                    let own = position.board.mover();
                    for square in Square::all() {
                        let name = fairy_name(square);
                        let pass = own.has(square).then_some(Move::Pass);
                        prop_assert_eq!(fairy::read_move(&position, &name.repeat(2)), pass);
                    }
                    let key = |name: &str| name.chars().rev().collect::<String>();
                    let lowest = own.squares().map(fairy_name).min_by_key(|name| key(name));
                    prop_assert_eq!(&word, &lowest.unwrap().repeat(2));
                }
            }
            words.push(word);
        }
        prop_assert_eq!(play(&words.join(" ")), Ok(game.clone()));
        let drops: Vec<&str> = words.iter().map(String::as_str).filter(|w| w.contains('@')).collect();
        let last = game.plies().iter().rposition(|ply| ply.mv != Move::Pass);
        let read = play(&drops.join(" ")).unwrap();
        prop_assert_eq!(read.plies(), &game.plies()[..last.map_or(0, |last| last + 1)]);
    }

    #[test]
    fn no_text_breaks_a_reader(text in any::<String>(), near in "[1-8Pp/@a-h\\[\\] ]{0,90}") {
        for text in [&text, &near] {
            let _ = (fairy::parse(text, Some(text)), fairy::parse(text, Some("w")), play(text));
            let _ = fairy::read_move(&Position::START, text);
        }
    }
}

/// The start with the discs in hand that Fairy-Stockfish's variants.ini gives it, and those that
/// PlayStrategy does.
#[test]
fn the_real_start_positions_are_the_start() {
    let start = "8/8/8/3pP3/3Pp3/8/8/8";
    for (hand, rest) in [(32, "w 0 1"), (30, "w 0 1"), (80, "w - - 0 1"), (60, "w - - 0 1")] {
        let (white, black) = ("P".repeat(hand), "p".repeat(hand));
        assert_eq!(parse(&format!("{start}[{white}{black}] {rest}")), Ok(Position::START));
    }
    assert_eq!(parse(&format!("{start} w - - 0 1")), Ok(Position::START));
    let written = format!("{start}[{}{}] w - - 0 1", "P".repeat(60), "p".repeat(60));
    assert_eq!(fairy::write(&Position::START), written);
}

/// Played on PlayStrategy (playstrategy.dev/4eCFkjwt), whose moves are Fairy-Stockfish's.
const PLAYED: &str = "P@e3 P@f5 P@e6 P@d7 P@c6 P@d3 P@f4 P@d6 P@c5 P@b5 P@b7 P@b6 P@c7 P@a8 P@f6 \
    P@e7 P@a7 P@b8 P@f7 P@c8 P@c3 P@a6 P@a5 P@a4 c3c3 P@d8 c3c3 P@b4 P@a3 P@a2 c3c3 P@b3 c3c3 P@c4 \
    c3c3 P@c2 P@b2 P@f3 P@b1 P@a1 P@g3 P@c1 d3d3 P@d2 P@d1 P@e1 d3d3 P@e2 e3e3 P@f2 P@f1 P@g1 f3f3 \
    P@h3 P@g2 P@h1 P@h2 P@g4 P@h4 P@h5 P@g5 P@h6 e5e5 P@g6 P@g7";

/// reversatile#86.
const MANY_PASSES: &str = "c4c3d3c5b3f4b5b4a5a3c6d6f3c2d1e6d2b6g4e2e3f2e1f1g1f5g6a6a7a2c7d7d8e7e8f7\
    f6f8g8g5h4b1b2a1c1a4a8b7b8c8h8g7h7h6h5h3h1g2";

#[test]
fn a_game_of_fairy_stockfish_has_the_same_passes() {
    let game = play(PLAYED).unwrap();
    let words: Vec<String> =
        plies(&game).iter().map(|(before, mv)| fairy::write_move(before, *mv)).collect();
    assert_eq!(words.join(" "), PLAYED);
    // There it had run out of discs and passed with five moves at hand.
    assert_eq!(game.position().moves().len(), 5);
    assert_eq!(
        play(&format!("{PLAYED} a1a1")).unwrap_err(),
        "ply 66: a1a1 is illegal, Black has a legal move and may not pass"
    );
    let ended = play(&format!("{PLAYED} P@h8 P@h7 P@f8")).unwrap().position();
    assert!(ended.board.is_over());
    assert!(ended.score() < 0, "the second player won");
}

#[test]
fn a_position_in_which_both_would_have_to_pass_is_over() {
    let text = "3P4/3P3P/3PPPPP/1PPPPPPP/3PPPPP/1p1PPPPP/2pp1P2/1ppp4[PPpp] b - - 0 15";
    let position = parse(text).unwrap();
    assert_eq!(position.side, Color::White);
    assert!(position.board.is_over());
}

#[test]
fn what_is_wrong_is_said() {
    let error = |text: &str| parse(text).unwrap_err();
    let start = "8/8/8/3pP3/3Pp3/8/8/8";
    assert_eq!(error("8/8/8/3pP3/3Pp3/8/8 w"), "7 rows given, 8 wanted, with / between");
    assert_eq!(error("8/8/8/3pP3/3Pp4/8/8/8 w"), "row 5 has 9 squares, not 8");
    assert_eq!(error("8/8/8/3OX3/3XO3/8/8/8 b"), "'O' is not a cell (P or p for a disc, digits)");
    assert_eq!(
        error(&format!("{start}[PPK] w")),
        "'[PPK]' are no discs in hand (P and p in brackets)"
    );
    assert_eq!(error(&format!("{start}[PP w")), "'[PP' are no discs in hand (P and p in brackets)");
    assert_eq!(error(&format!("{start} x")), "'x' is not a side to move (w or b)");
    assert!(error(start).starts_with("the side to move is missing"));

    let error = |text: &str| play(text).unwrap_err();
    let wanted = "is not a move (P@a1 to P@h8, or a disc of the mover's twice, d4d4, to pass)";
    // Othello's own names, the opponent's disc, no disc, two squares.
    for word in ["d3", "d5d5", "a1a1", "d4d5", "P@i9", "P@", "@d3", "Pd3", "P@d3x", "e2e4"] {
        assert_eq!(error(word), format!("ply 1: '{word}' {wanted}"));
    }
    assert_eq!(error("P@d4"), "ply 1: P@d4 is illegal, the square is occupied");
    assert_eq!(error("P@e3 P@e2"), "ply 2: P@e2 is illegal, Black would flip no disc there");
    assert_eq!(error("d4d4"), "ply 1: d4d4 is illegal, White has a legal move and may not pass");
    let long = "P@e3 ".repeat(20_000);
    assert_eq!(error(&long), "100000 bytes of moves, at most 65536 are read");
}

/// What a session in Fairy's notation said, in Othello's.
fn translated(line: &str, position: &Position) -> String {
    let mut words = Vec::new();
    let mut position = *position;
    let mut moves = false;
    for word in line.split(' ') {
        if matches!(word, "pv" | "bestmove") {
            moves = true;
        } else if moves && word != "ponder" && word != "(none)" {
            let mv = fairy::read_move(&position, word).unwrap();
            position = position.try_play(mv).unwrap();
            words.push(mv.to_string());
            continue;
        }
        words.push(word.to_string());
    }
    words.join(" ")
}

/// Without what depends on the clock.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["time", "nps"] {
        if let Some(at) = words.iter().position(|word| *word == name) {
            words.drain(at..at + 2);
        }
    }
    words.join(" ")
}

/// Every position of games full of passes, searched in both notations.
#[test]
fn both_notations_tell_the_same() {
    let mut games = [play(PLAYED).unwrap(), Game::default()];
    transcript::play(&mut games[1], MANY_PASSES).unwrap();
    let (mut ours, mut fairys) = (Pure::new(), Pure::new());
    fairys.send("setoption name UCI_Variant value flipello");
    let go = "go depth 4";
    let mut passes = 0;
    for record in games {
        let mut game = Game::default();
        let mut words = String::new();
        for (before, mv) in plies(&record) {
            let names: Vec<String> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
            ours.send(&format!("position startpos moves {}", names.join(" ")));
            fairys.send(&format!("position startpos moves{words}"));
            fairys.send("query fen");
            let answer = fairys.line().unwrap();
            assert_eq!(parse(answer.strip_prefix("response ").unwrap()), Ok(before));
            ours.send(go);
            fairys.send(go);
            let wanted: Vec<String> =
                ours.until("bestmove").iter().map(|line| timeless(line)).collect();
            let got: Vec<String> = fairys
                .until("bestmove")
                .iter()
                .map(|line| translated(&timeless(line), &before))
                .collect();
            assert_eq!(got, wanted);
            passes += usize::from(wanted.last().unwrap().contains("pass"));
            game.play(mv).unwrap();
            words = format!("{words} {}", fairy::write_move(&before, mv));
        }
    }
    assert!(passes > 3, "{passes}");
}

/// Our own notation and Fairy's are the same game: a transcript in both.
#[test]
fn our_f5_is_its_f4() {
    let mut game = Game::default();
    transcript::play(&mut game, "f5d6c3d3c4").unwrap();
    assert_eq!(play("P@f4 P@d3 P@c6 P@d6 P@c5"), Ok(game.clone()));
    let rows = fen::write(&game.position());
    assert_eq!(rows, "8/8/2XO4/2XXX3/3OXX2/3O4/8/8 w");
}
