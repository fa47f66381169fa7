//! The two evaluations: against a plain 8x8 twin, by their symmetries, and their weights as an
//! option.

use outflank::board::{Bitboard, Board, Game, Symmetry};
use outflank::engine::{Engine, EngineLimits, Note, Options};
use outflank::eval::{
    Evaluation, Evaluator, Features, Linear, Pattern, Positional, Score, Weights,
};
use outflank::notation::transcript;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Boards with discs thrown anywhere, from empty to full: most of them in no game.
fn random_boards(seed: u64, count: usize) -> impl Iterator<Item = Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(move |at| {
        let [a, b, c]: [u64; 3] = std::array::from_fn(|_| rng.random());
        // Three densities: a quarter, half and three quarters of the squares.
        let discs = [a & b, a, a | b][at % 3];
        Board::new(Bitboard(discs & c), Bitboard(discs & !c)).unwrap()
    })
}

fn after(moves: &str) -> Board {
    let mut game = Game::default();
    transcript::play(&mut game, moves).unwrap();
    game.position().board
}

/// The board as rows of cells: 1 is the mover, -1 the opponent, 0 nobody.
type Cells = [[i32; 8]; 8];

fn cells(board: Board) -> Cells {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let bit = 8 * row + column;
            let disc = |set: Bitboard| (set.0 >> bit & 1) as i32;
            disc(board.mover()) - disc(board.opponent())
        })
    })
}

/// The cells on a king's line from a square, the square itself left out.
fn line(cells: &Cells, from: (i32, i32), step: (i32, i32)) -> impl Iterator<Item = i32> {
    (1..8)
        .map(move |n| (from.0 + n * step.0, from.1 + n * step.1))
        .take_while(|(row, column)| (0..8).contains(row) && (0..8).contains(column))
        .map(|(row, column)| cells[row as usize][column as usize])
}

const STEPS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn is_legal(cells: &Cells, at: (i32, i32), side: i32) -> bool {
    STEPS.iter().any(|&step| {
        let run = line(cells, at, step).take_while(|&cell| cell == -side).count();
        run > 0 && line(cells, at, step).nth(run) == Some(side)
    })
}

fn touches(cells: &Cells, at: (i32, i32), side: i32) -> bool {
    STEPS.iter().any(|&step| line(cells, at, step).next() == Some(side))
}

fn naive_features(board: Board) -> Features {
    let cells = cells(board);
    let mut sum = Features { mobility: 0, corner: 0, edge: 0, frontier: 0, discs: 0 };
    for row in 0..8 {
        for column in 0..8 {
            let cell = cells[row as usize][column as usize];
            let at = (row, column);
            let on_row_end = row == 0 || row == 7;
            let on_column_end = column == 0 || column == 7;
            sum.discs += cell;
            sum.corner += if on_row_end && on_column_end { cell } else { 0 };
            sum.edge += if on_row_end || on_column_end { cell } else { 0 };
            if cell == 0 {
                let legal = |side| i32::from(is_legal(&cells, at, side));
                sum.mobility += legal(1) - legal(-1);
                let touching = |side| i32::from(touches(&cells, at, side));
                sum.frontier += touching(-1) - touching(1);
            }
        }
    }
    sum
}

#[test]
fn features_equal_those_counted_square_by_square() {
    for board in random_boards(1, 100_000) {
        assert_eq!(Features::of(board), naive_features(board), "{board:?}");
    }
}

#[test]
fn after_f5_d6_c3_the_features_are_the_published_ones() {
    let board = after("f5d6c3");
    assert_eq!(Features::of(board).values(), [0, 0, 0, 9, -3]);
    assert_eq!(Linear { weights: "2 10 4 2 1".parse().unwrap() }.sum(board), 15.0);
    assert_eq!(Linear { weights: Weights::CLASSIC }.sum(board), -21.0);
    assert_eq!(Weights::CLASSIC.to_string(), "2 10 4 -2 1");
}

#[test]
fn the_other_side_sees_the_exact_negative() {
    let fractions = Linear { weights: "0.3 -7.77 1e-3 3.1415 -0.01".parse().unwrap() };
    for board in random_boards(2, 50_000) {
        let passed = board.pass();
        for linear in [Linear::default(), fractions] {
            assert_eq!(linear.evaluate(board), -linear.evaluate(passed), "{board:?}");
        }
        assert_eq!(Positional.evaluate(board), -Positional.evaluate(passed), "{board:?}");
    }
}

#[test]
fn all_eight_symmetric_boards_are_worth_the_same() {
    for board in random_boards(3, 20_000) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            assert_eq!(Features::of(board), Features::of(image), "{board:?} {symmetry:?}");
            let values = [board, image].map(|board| Positional.evaluate(board));
            assert_eq!(values[0], values[1], "{board:?} {symmetry:?}");
        }
    }
}

#[test]
fn an_estimate_lies_strictly_inside_the_finished_games_whatever_the_weights() {
    let least_win = Score::finished(1);
    let extremes = [[1.0; 5], [-1.0; 5], [1.0, -1.0, 1.0, 1.0, -1.0], [0.0, 0.0, 0.0, 1.0, 0.0]];
    let sides = [Bitboard(1), Bitboard::CORNERS, Bitboard::EDGES, Bitboard::ALL];
    let mut boards: Vec<Board> = random_boards(4, 5_000).collect();
    boards.extend(sides.map(|side| Board::new(side, Bitboard::EMPTY).unwrap()));
    boards.extend(sides.map(|side| Board::new(side, !side).unwrap()));
    for signs in extremes {
        let text = signs.map(|sign| (sign * Weights::LIMIT).to_string()).join(" ");
        let linear = Linear { weights: text.parse().unwrap() };
        for &board in &boards {
            for estimate in [linear.evaluate(board), Positional.evaluate(board)] {
                assert!(-least_win < estimate && estimate < least_win, "{text} {board:?}");
                assert!(!estimate.is_decided());
                assert!(estimate.centidiscs().abs() <= 6400);
            }
        }
    }
}

#[test]
fn weights_are_five_numbers_with_blanks_or_commas_between() {
    for text in ["2 10 4 -2 1", "2,10,4,-2,1", "  2.0\t10  4 ,-2, 1e0 "] {
        assert_eq!(text.parse(), Ok(Weights::CLASSIC), "{text}");
    }
    for text in ["10000 -10000 0 -0 .5", "1e4 1e-300 +3 -1e4 5."] {
        let weights: Weights = text.parse().unwrap();
        assert_eq!(weights.to_string().parse(), Ok(weights), "{text}");
    }
}

#[test]
fn presets_are_words_for_five_numbers() {
    for text in ["tuned", " Tuned ", "TUNED,"] {
        assert_eq!(text.parse(), Ok(Weights::TUNED), "{text}");
    }
    assert_eq!("classic".parse(), Ok(Weights::CLASSIC));
    assert_eq!(Weights::default(), Weights::TUNED);
    // What is shown is numbers, so that it means the same to every version.
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    assert_eq!(engine.option("Weights"), Some(Weights::TUNED.to_string()));
    engine.set_option("Weights", Some("classic")).unwrap();
    assert_eq!(engine.option("Weights").as_deref(), Some("2 10 4 -2 1"));
    engine.set_option("Weights", Some("Tuned")).unwrap();
    assert_eq!(engine.option("Weights"), Some(Weights::TUNED.to_string()));
}

#[test]
fn wrong_weights_are_refused_with_a_sentence_and_the_old_ones_stay() {
    let mut engine =
        Engine::new(Options::default(), EngineLimits { table: Some(1), ..EngineLimits::default() });
    engine.set_option("Weights", Some("1 2 3 4 5.5")).unwrap();
    engine.set_option("Eval", Some("positional")).unwrap();
    let count = |n| format!("{n} numbers given, five wanted (mobility corner edge frontier discs)");
    let no_preset = |word| {
        let names = "mobility corner edge frontier discs";
        format!("'{word}' is not tuned or classic, and not five numbers ({names})")
    };
    let no_number = |word| format!("'{word}' is not a finite number");
    let too_large = |word| format!("{word} is out of range (-10000 to 10000)");
    for (text, sentence) in [
        ("", count(0)),
        ("7", count(1)),
        ("nan", count(1)),
        ("classic tuned", count(2)),
        ("best", no_preset("best")),
        ("1 2 3 4", count(4)),
        ("1 2 3 4 5 6", count(6)),
        ("1 2 x 4 5", no_number("x")),
        ("1 2 0x3 4 5", no_number("0x3")),
        ("1 2 nan 4 5", no_number("nan")),
        ("inf 2 3 4 5", no_number("inf")),
        ("1 2 3 4 -infinity", no_number("-infinity")),
        ("1 2 3 1e999 5", no_number("1e999")),
        ("1 2 3 4 10000.1", too_large("10000.1")),
        ("-10001 2 3 4 5", too_large("-10001")),
    ] {
        let error = engine.set_option("Weights", Some(text)).unwrap_err();
        assert_eq!(error.to_string(), format!("option Weights: {sentence}"), "{text:?}");
    }
    let error = engine.set_option("Weights", None).unwrap_err();
    assert_eq!(error.to_string(), "option Weights wants a value");
    for long in ["9".repeat(100_000), format!("10001.{}", "0".repeat(100_000))] {
        let text = format!("1 2 3 4 {long}");
        let sentence = engine.set_option("Weights", Some(&text)).unwrap_err().to_string();
        assert!(sentence.len() < 200, "a message is not as long as what it is about");
    }
    assert_eq!(engine.option("Weights").as_deref(), Some("1 2 3 4 5.5"));
    assert_eq!(engine.option("Eval").as_deref(), Some("positional"));
}

#[test]
fn setting_weights_selects_features_and_says_so() {
    let mut engine =
        Engine::new(Options::default(), EngineLimits { table: Some(1), ..EngineLimits::default() });
    assert_eq!(engine.evaluation(), Evaluation::Pattern(Pattern::shipped()));
    let note = engine.set_option("Weights", Some("tuned"));
    assert_eq!(note, Ok(Some(Note::FeaturesSelected)));
    assert_eq!(engine.evaluation(), Evaluation::Features(Linear::default()));
    let numbers = Weights::TUNED.to_string();
    assert_eq!(engine.set_option("Weights", Some(&numbers)), Ok(None), "they were in use");
    engine.set_option("Eval", Some("Positional")).unwrap();
    assert_eq!(engine.evaluation(), Evaluation::Positional(Positional));
    let note = engine.set_option("weights", Some("1 1 1 1 1"));
    assert_eq!(note, Ok(Some(Note::FeaturesSelected)));
    let weights = "1 1 1 1 1".parse().unwrap();
    assert_eq!(engine.evaluation(), Evaluation::Features(Linear { weights }));
    engine.set_option("Eval", Some("positional")).unwrap();
    engine.set_option("Eval", Some("features")).unwrap();
    assert_eq!(engine.option("Weights").as_deref(), Some("1 1 1 1 1"), "switching keeps them");
}
