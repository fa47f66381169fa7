//! Text to positions and back, the forms that are let pass, and what is said of the others.

use outflank::board::{Bitboard, Color, Game, Move, Position};
use outflank::notation::{board64, fen, transcript};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

fn position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(a, b, c, black)| {
        let side = if black { Color::Black } else { Color::White };
        // About half of the squares empty.
        let (discs, own) = (a & c | b & !c, b);
        Position::new(Bitboard(discs & own), Bitboard(discs & !own), side).unwrap()
    })
}

/// A game of random legal moves, passes included.
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

fn parse_fen(text: &str) -> Position {
    let (rows, side) = text.split_once(' ').unwrap();
    fen::parse(rows, Some(side)).unwrap()
}

proptest! {
    #![proptest_config(Config {
        cases: 512,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn boards_are_read_as_they_are_written(position in position()) {
        let text = board64::write(&position);
        prop_assert_eq!(board64::parse(&text), Ok(position));
        prop_assert_eq!(board64::parse(&text.replace(' ', "")), Ok(position));
        let rows: Vec<&str> = (0..8).map(|row| &text[8 * row..8 * row + 8]).collect();
        let side = &text[65..];
        prop_assert_eq!(board64::parse(&format!("{}\n{side}", rows.join("\n"))), Ok(position));
        prop_assert_eq!(board64::parse(&format!("[8 {} {side}]", rows.join(" "))), Ok(position));
        prop_assert_eq!(board64::parse(&text.replace('X', "*").replace('-', ".")), Ok(position));
        prop_assert_eq!(board64::parse(&text.replace('X', "●").replace('O', "○")), Ok(position));
        let spaced: Vec<String> = text.chars().map(String::from).collect();
        prop_assert_eq!(board64::parse(&spaced.join(" ")), Ok(position));
    }

    #[test]
    fn fens_are_read_as_they_are_written(position in position()) {
        let text = fen::write(&position);
        prop_assert_eq!(parse_fen(&text), position);
        prop_assert_eq!(parse_fen(&text.replace('X', "b").replace('O', "w")), position);
        prop_assert_eq!(parse_fen(&text.replace('1', "-").replace('2', "..")), position);
    }

    #[test]
    fn games_are_read_with_and_without_their_passes(game in game()) {
        let moves: Vec<String> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        let numbered: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(index, mv)| match index % 2 {
                0 => format!("{}. {}", index / 2 + 1, mv.to_uppercase()),
                _ => mv.clone(),
            })
            .collect();
        for text in [moves.join(" "), moves.concat(), moves.join(", "), numbered.join(" ")] {
            let mut read = Game::default();
            transcript::play(&mut read, &text).unwrap();
            prop_assert_eq!(&read, &game, "{}", text);
        }
        let without: Vec<&str> =
            moves.iter().map(String::as_str).filter(|mv| *mv != "pass").collect();
        let mut read = Game::default();
        transcript::play(&mut read, &without.concat()).unwrap();
        let last = game.plies().iter().rposition(|ply| ply.mv != Move::Pass);
        prop_assert_eq!(read.plies(), &game.plies()[..last.map_or(0, |last| last + 1)]);
    }

    #[test]
    fn no_text_breaks_a_reader(text in any::<String>(), cells in "[XOxo*. -]{60,70}") {
        let _ = (board64::parse(&text), board64::parse(&cells), fen::parse(&text, Some(&text)));
        let _ = transcript::play(&mut Game::default(), &text);
    }
}

#[test]
fn boards_of_another_size_are_counted() {
    let error = |text: &str| board64::parse(text).unwrap_err().to_string();
    let start = board64::write(&Position::START);
    assert_eq!(error(""), "0 cells given, 64 wanted");
    assert_eq!(error(&start[1..]), "63 cells given, 64 wanted");
    assert!(board64::parse(&format!("{} -", &start[..63])).is_ok());
    assert_eq!(error(&format!("----{start}")), "69 cells given, 64 wanted");
    assert_eq!(error(&start.replace(" X", " Z")), "'Z' is not a side to move (b or w)");
    assert_eq!(
        error(&start.replace("OX", "O?")),
        "'?' is not a cell (X or O for a disc, - for none)"
    );
}

#[test]
fn fens_say_which_row_is_wrong() {
    let error = |rows: &str, side| fen::parse(rows, side).unwrap_err().to_string();
    assert_eq!(error("8/8/8/8/8/8/8", Some("b")), "7 rows given, 8 wanted, with / between");
    assert_eq!(error("8/8/7/8/8/8/8/8", Some("b")), "row 3 has 7 squares, not 8");
    assert_eq!(error("8/8/8/8/8/8/8/8X", Some("b")), "row 8 has 9 squares, not 8");
    assert_eq!(error("8/8/8/8/8/8/8/8", Some("black?")), "'black?' is not a side to move (b or w)");
    assert_eq!(error("8/8/8/8/8/8/8/8", None), "the side to move is missing (b or w)");
}

#[test]
fn a_wrong_game_says_ply_move_and_reason() {
    let error = |text: &str| transcript::play(&mut Game::default(), text).unwrap_err().to_string();
    assert_eq!(
        error("f5d6c3d3c4f4c5b3c2e3d2h8"),
        "ply 12: h8 is illegal, White would flip no disc there"
    );
    assert_eq!(error("f5 f5"), "ply 2: f5 is illegal, the square is occupied");
    assert_eq!(error("f5 pass"), "ply 2: pass is illegal, White has a legal move and may not pass");
    assert_eq!(error("f5d6c5f6e7f4g5e6e3 a1"), "ply 10: a1 is illegal, the game is over");
    assert_eq!(error("1. f5 2. i9"), "ply 2: 'i9' is not a move (a1 to h8, or pass)");
    assert_eq!(error("f5d"), "ply 2: 'd' is not a move (a1 to h8, or pass)");
    assert_eq!(error(&"f5 ".repeat(30_000)), "90000 bytes of moves, at most 65536 are read");
}
