//! Games reviewed: by the library, and by `outflank analyse`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use outflank::analysis::review::{Mark, Review, ReviewError, ReviewedPly, Reviewer, Summary};
use outflank::analysis::suite::{Goal, Solver};
use outflank::board::{Board, Color, Game, Move, Position};
use outflank::engine::{Engine, EngineLimits, Options};
use outflank::eval::{Evaluator, Positional, Score};
use outflank::notation::transcript;
use outflank::search::{Knowledge, Limits};
use serde_json::Value;

/// 58 moves and 14 passes, 0 discs to 62.
const WIPE_OUT: &str = "c4c3d3c5b3f4b5b4a5a3c6d6f3c2d1e6d2b6g4e2e3f2e1f1g1f5g6a6a7a2c7d7d8e7e8f7f6f8g8g5h4b1\
     b2a1c1a4a8b7b8c8h8g7h7h6h5h3h1g2";
/// 59 moves and 13 passes, 43 discs to 20.
const TO_THE_END: &str = "f5f6e6f4g5e7e3d6d3h4h6f2e2h5h3g3g4f3g6c3e1g1d2c2d1f1h1h2g2h7h8b2a1g7b1f7g8f8e8d7b3\
     b4a3c1b5b6c5b7b8a2a4a7c7a5a6c4c6a8c8";

fn game(text: &str) -> Game {
    let mut game = Game::default();
    transcript::play(&mut game, text).unwrap();
    game
}

fn options(settings: &[(&str, &str)]) -> Options {
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    engine.set_option("Hash", Some("1")).unwrap();
    for (name, value) in settings {
        engine.set_option(name, Some(value)).unwrap();
    }
    engine.into_options()
}

fn review(game: &Game, depth: u32, settings: &[(&str, &str)]) -> Review {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut told = Vec::new();
    let found = |ply: &ReviewedPly| {
        told.push(*ply);
        Ok::<_, ReviewError>(())
    };
    let review = Reviewer::new(options(settings), limits).review(game, &mut |_| {}, found).unwrap();
    assert_eq!(review.plies, told, "each ply is told when it is known");
    review
}

/// The positions before the plies of a game.
fn before(game: &Game) -> impl Iterator<Item = Position> {
    std::iter::once(game.start()).chain(game.plies().iter().map(|ply| ply.after))
}

/// What has to be so of any review.
fn check(game: &Game, review: &Review) {
    assert_eq!(review.plies.len(), game.plies().len());
    for ((ply, played), (position, number)) in
        review.plies.iter().zip(game.plies()).zip(before(game).zip(1..))
    {
        assert_eq!((ply.ply, ply.side, ply.played), (number, position.side, played.mv));
        assert_eq!(ply.verdict.is_none(), played.mv == Move::Pass);
        let Some(verdict) = ply.verdict else { continue };
        assert!(position.moves().contains(&verdict.best));
        assert_eq!(verdict.choices, position.moves().len());
        assert!(verdict.loss() >= 0);
        assert_eq!(verdict.loss() == 0, verdict.best == ply.played);
        assert!(verdict.value.abs() <= 6400 && verdict.best_value.abs() <= 6400);
        if played.after.board.is_over() {
            assert_eq!(verdict.value, -100 * played.after.board.final_score());
        }
    }
}

#[test]
fn every_prefix_of_a_game_with_many_passes_can_be_reviewed() {
    let whole = game(WIPE_OUT);
    assert_eq!((whole.plies().len(), whole.position().score()), (72, -64));
    let mut prefix = whole.clone();
    loop {
        check(&prefix, &review(&prefix, 2, &[]));
        if prefix.undo().is_none() {
            break;
        }
    }
    let all = review(&whole, 2, &[]);
    let passes = all.plies.iter().filter(|ply| ply.verdict.is_none()).count();
    assert_eq!(passes, 14);
    assert_eq!(all.plies.last().unwrap().verdict.unwrap().value, 6400);
}

#[test]
fn the_last_fourteen_empty_squares_are_judged_as_solving_each_position_judges_them() {
    let game = game(TO_THE_END);
    let mut solver = Solver::new(options(&[]), Goal::AllMoves);
    let review = review(&game, 4, &[("EndgameDepth", "14")]);
    check(&game, &review);
    for (ply, position) in review.plies.iter().zip(before(&game)) {
        let Some(verdict) = ply.verdict else { continue };
        let empties = position.board.empties().len();
        assert_eq!(verdict.kind == Knowledge::Exact, empties <= 14);
        if empties > 14 {
            assert_eq!((verdict.depth, verdict.selectivity), (4, 73));
            continue;
        }
        assert_eq!((verdict.depth, verdict.selectivity), (empties, 100));
        let solution = solver.solve(position, &mut |_| {}).unwrap();
        let of = |mv| solution.lines.iter().find(|line| line.moves[0] == mv).unwrap();
        assert_eq!(verdict.best_value, solution.best().score.centidiscs());
        assert_eq!(of(verdict.best).score.centidiscs(), verdict.best_value);
        assert_eq!(of(ply.played).score.centidiscs(), verdict.value, "ply {}", ply.ply);
    }
    // Between solved plies nothing is lost but by mistakes.
    let solved: Vec<_> =
        review.plies.iter().filter_map(|ply| Some((ply.side, ply.verdict?))).collect();
    for pair in solved.windows(2) {
        if let [(a, first), (b, second)] = pair
            && first.kind == Knowledge::Exact
        {
            let sign = if a == b { 1 } else { -1 };
            assert_eq!(first.value, sign * second.best_value);
        }
    }
}

/// The value of a board to a depth, by plain negamax; passes are not counted.
fn plain(board: Board, depth: u32) -> Score {
    if board.is_over() {
        return Score::finished(board.final_score());
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return -plain(board.pass(), depth);
    }
    if depth == 0 {
        return Positional.evaluate(board);
    }
    let after = |square| -plain(board.play_unchecked(square), depth - 1);
    moves.squares().map(after).max().unwrap()
}

#[test]
fn estimates_are_those_of_plain_negamax_for_the_best_move_and_for_the_one_played() {
    let settings = [("Eval", "positional"), ("Selectivity", "100"), ("EndgameDepth", "0")];
    for text in [WIPE_OUT, TO_THE_END] {
        let game = game(text);
        let review = review(&game, 3, &settings);
        check(&game, &review);
        for (ply, position) in review.plies.iter().zip(before(&game)) {
            let (Some(verdict), Move::Place(square)) = (ply.verdict, ply.played) else { continue };
            let value = -plain(position.board.play_unchecked(square), 2);
            assert_eq!(verdict.value, value.centidiscs(), "ply {}", ply.ply);
            let best = plain(position.board, 3).centidiscs();
            assert_eq!(verdict.best_value, best.max(verdict.value), "ply {}", ply.ply);
        }
    }
}

/// Also where the game could be solved.
#[test]
fn a_review_at_a_level_sees_what_the_level_sees() {
    let game = game(WIPE_OUT);
    let limits = Limits { depth: Some(14), ..Limits::default() };
    let mut depths = BTreeSet::new();
    let found = |ply: &ReviewedPly| {
        let verdict = ply.verdict.iter();
        depths.extend(verdict.map(|verdict| (verdict.depth, verdict.selectivity)));
        Ok::<_, ReviewError>(())
    };
    let options = options(&[("Level", "2"), ("EndgameDepth", "20")]);
    let review = Reviewer::new(options, limits).review(&game, &mut |_| {}, found).unwrap();
    check(&game, &review);
    assert_eq!(depths, BTreeSet::from([(2, 100)]));
}

#[test]
fn summaries_add_up() {
    let game = game(TO_THE_END);
    let plies = review(&game, 3, &[]).plies;
    let mut moves = 0;
    for side in [Color::Black, Color::White] {
        let summary = Summary::of(&plies, side);
        let verdicts: Vec<_> =
            plies.iter().filter(|ply| ply.side == side).filter_map(|ply| ply.verdict).collect();
        let count = |mark| verdicts.iter().filter(|verdict| verdict.mark() == mark).count();
        moves += summary.moves;
        assert_eq!(summary.moves, verdicts.len());
        assert_eq!(summary.loss, verdicts.iter().map(|verdict| verdict.loss()).sum::<i32>());
        assert_eq!(summary.mistakes, count(Some(Mark::Mistake)));
        assert_eq!(summary.blunders, count(Some(Mark::Blunder)));
        assert_eq!(summary.best + summary.worst.len(), summary.choices);
        assert!(summary.choices < summary.moves, "some moves of this game were the only ones");
        let losses: Vec<i32> = summary.worst.iter().map(ReviewedPly::loss).collect();
        assert!(losses.is_sorted_by(|a, b| a >= b) && losses.iter().all(|&loss| loss > 0));
        assert_eq!(losses.iter().sum::<i32>(), summary.loss);
        let average = f64::from(summary.loss) / summary.choices as f64;
        assert!((summary.average_loss() - average).abs() < 1e-9);
    }
    assert_eq!(moves, 59);
    assert_eq!(Summary::of(&[], Color::Black).average_loss(), 0.0);
}

#[test]
fn a_move_that_throws_the_game_away_is_a_blunder() {
    // White has seven other moves and lets itself be wiped out.
    let plies = review(&game("f5d6c5f6e7f4g5e6e3"), 4, &[]).plies;
    let verdict = plies[7].verdict.unwrap();
    assert_eq!((verdict.value, verdict.mark()), (-6400, Some(Mark::Blunder)));
    assert_eq!(Summary::of(&plies, Color::White).worst[0].ply, 8);
    assert_eq!(plies[8].verdict.unwrap().value, 6400);
}

#[test]
fn a_limit_by_time_still_compares_what_can_be_compared() {
    let game = game(&WIPE_OUT[..80]);
    let limits =
        Limits { move_time: Some(std::time::Duration::from_millis(2)), ..Limits::default() };
    let found = |_: &ReviewedPly| Ok::<_, ReviewError>(());
    let review = Reviewer::new(options(&[]), limits).review(&game, &mut |_| {}, found).unwrap();
    check(&game, &review);
}

/// What the binary answers to arguments and standard input.
fn outflank(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has said all it has to say may not read on.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8(bytes.to_vec()).unwrap().lines().map(str::to_owned).collect()
}

fn objects(text: &[String]) -> Vec<Value> {
    text.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn file(name: &str) -> String {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn a_tree_search_is_not_said_to_cut_on_shallow_searches() {
    let search = ["--search", "mcts", "--endgame-depth", "0"];
    let arguments = [&["analyse", "-", "--depth", "2", "--json"], &search[..]].concat();
    let output = outflank(&arguments, "f5d6c5\n");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains(r#""selectivity":100"#) && !text.contains(r#""selectivity":73"#),
        "{text}"
    );
}

#[test]
fn games_are_printed_ply_by_ply_with_summaries() {
    let input = format!("{WIPE_OUT}\n\n# the next\nf5d6c5\n");
    let output = outflank(&["analyse", "-", "--depth", "2", "--hash", "1"], &input);
    assert!(output.status.success());
    assert_eq!(output.stderr, b"", "no progress bar where there is no terminal");
    let text = lines(&output.stdout);
    let head = text.iter().position(|line| line.starts_with("ply  side  move")).unwrap();
    assert_eq!(text[head - 1], "Game 1: Black - White: White wins, 64-0");
    let cells = |line: usize| text[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(cells(head + 1)[..3], ["1", "X", "c4"]);
    assert_eq!(cells(head + 1).last(), Some(&"2@73%"));
    assert_eq!(cells(head + 45), ["45", "X", "pass"]);
    assert_eq!(cells(head + 72)[..7], ["72", "O", "g2", "+64.00", "g2", "+64.00", "0.00"]);
    assert_eq!(cells(head + 72)[7..], ["exact"]);
    assert!(text[head + 74].starts_with("Black: moves 22, "), "{}", text[head + 74]);
    assert!(text[head + 75].starts_with("  worst: "), "{}", text[head + 75]);
    assert!(text.contains(&"Game 2: Black - White: not over after 3 plies".into()));
    let widths: BTreeSet<usize> = text[head..=head + 44]
        .iter()
        .map(|row| row.rfind("2@73%").or(row.rfind("kind")).unwrap())
        .collect();
    assert_eq!(widths.len(), 1, "columns line up");
}

#[test]
fn bad_games_are_named_and_the_good_ones_analysed() {
    let arguments = ["analyse", "-", "--depth", "1", "--json"];
    let output = outflank(&arguments, "f5d6\nf5f9\nf5a1\nf5f6\n");
    assert_eq!(output.status.code(), Some(1));
    let said = lines(&output.stderr);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("outflank: standard input: game 2, line 2: "), "{}", said[0]);
    assert!(said[1].contains("line 3: ") && said[1].contains("a1 is illegal"), "{}", said[1]);
    let games: Vec<Value> = objects(&lines(&output.stdout));
    assert_eq!(games.iter().filter(|line| line["type"] == "game").count(), 2);

    let said = |arguments: &[&str], input: &str| {
        let output = outflank(arguments, input);
        assert_ne!(output.status.code(), Some(0));
        assert_eq!(output.stdout, b"");
        lines(&output.stderr).join("\n")
    };
    assert_eq!(said(&arguments, "\n"), "outflank: standard input has no games");
    let none = said(&arguments, "f5f9");
    assert!(none.ends_with("\noutflank: standard input has no game that could be read"), "{none}");
    let missing = said(&["analyse", "no/such.txt"], "");
    assert!(missing.starts_with("outflank: cannot read no/such.txt: "), "{missing}");
    let plot = said(&["analyse", "-", "--plot", "no/such/o.svg"], "f5");
    assert!(plot.starts_with("outflank: cannot write no/such/o.svg: "), "{plot}");
    let both = said(&["analyse", "-", "--depth", "3", "--movetime", "9"], "f5");
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn games_of_any_format_are_analysed_under_the_names_they_tell() {
    let output = outflank(&["analyse", "tests/data/ggs.ggf", "--depth", "1", "--json"], "");
    assert!(output.status.success());
    let lines = objects(&lines(&output.stdout));
    let named: Vec<&Value> = lines.iter().filter(|line| line["type"] == "player").collect();
    assert_eq!((&named[0]["side"], &named[0]["name"]), (&"X".into(), &"Saio1200".into()));
    assert_eq!((&named[1]["side"], &named[1]["name"]), (&"O".into(), &"Saio3000".into()));
    let game = lines.iter().find(|line| line["type"] == "game").unwrap();
    assert_eq!((&game["place"], &game["result"]), (&"GGS/os".into(), &0.into()));
}

/// The keys of each type of line, and of what each value is.
fn shapes(lines: &[Value]) -> BTreeMap<String, BTreeMap<String, BTreeSet<&'static str>>> {
    let kind = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let mut shapes: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
    for line in lines {
        let name = line["type"].as_str().unwrap().to_owned();
        let bad = line["worst"].as_array().into_iter().flatten();
        for (name, object) in
            std::iter::once((name, line)).chain(bad.map(|bad| ("worst".to_owned(), bad)))
        {
            let shape = shapes.entry(name).or_default();
            for (key, value) in object.as_object().unwrap() {
                shape.entry(key.clone()).or_default().insert(kind(value));
            }
        }
    }
    shapes
}

#[test]
fn the_lines_of_json_are_those_of_the_document() {
    let document = file("protocol.md");
    let (_, section) = document.split_once("\n## Analysis\n").expect("the section");
    let (_, example) = section.split_once("```json\n").expect("an example");
    let (example, rest) = example.split_once("```").expect("its end");
    let example: Vec<String> = example.lines().map(str::to_owned).collect();
    let documented = shapes(&objects(&example));

    let output = outflank(&["analyse", "-", "--depth", "2", "--json"], WIPE_OUT);
    let printed = lines(&output.stdout);
    assert_eq!(printed.len(), 72 + 2 + 1);
    let real = shapes(&objects(&printed));
    assert_eq!(documented.keys().collect::<Vec<_>>(), ["game", "player", "ply", "worst"]);
    let keys = |shapes: &BTreeMap<String, BTreeMap<String, BTreeSet<&'static str>>>| {
        let keys =
            shapes.iter().map(|(name, shape)| (name.clone(), shape.keys().cloned().collect()));
        keys.collect::<Vec<(String, Vec<String>)>>()
    };
    assert_eq!(keys(&documented), keys(&real));
    for (name, shape) in &documented {
        for (key, kinds) in shape {
            assert!(kinds.is_subset(&real[name][key]), "{name} {key}: {kinds:?}");
            assert!(rest.contains(&format!("`{key}`")), "{key} is explained");
        }
    }
    assert!(rest.contains(&format!("`?` from {} discs", Mark::MISTAKE / 100)));
    assert!(rest.contains(&format!("`??` from {} on", Mark::BLUNDER / 100)));
}

#[test]
fn the_same_game_gives_the_same_lines() {
    let printed = |input: &str| {
        let output = outflank(&["analyse", "-", "--depth", "6", "--json"], input);
        let mut lines = objects(&lines(&output.stdout));
        for line in &mut lines {
            let line = line.as_object_mut().unwrap();
            line.remove("seconds");
            line.remove("game");
        }
        lines
    };
    let alone = printed(TO_THE_END);
    let after_another = printed(&format!("f5d6c3\n{TO_THE_END}\n"));
    assert_eq!(alone[..], after_another[3 + 2 + 1..], "games know nothing of each other");
}

#[test]
fn a_plot_has_the_game_and_its_mistakes() {
    let path = std::env::temp_dir().join(format!("outflank-plot-{}.svg", std::process::id()));
    let arguments = ["analyse", "-", "--depth", "3", "--json", "--plot", path.to_str().unwrap()];
    let output = outflank(&arguments, &format!("{WIPE_OUT}\nf5d6c5\n"));
    let svg = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(output.status.success());
    let marked = objects(&lines(&output.stdout));
    let marked = marked.iter().filter(|line| line["mark"].is_string()).count();
    assert!(marked > 0);
    assert_eq!(svg.matches("<title>").count(), marked);
    assert_eq!(svg.matches("<polyline").count(), 2, "a curve for each game");
    assert!(svg.contains(">0 \u{2013} 64</text>") && svg.contains(">not over</text>"));
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = file("README.md");
    let (_, shown) = readme.split_once("$ target/release/outflank analyse ").expect("the command");
    let (shown, _) = shown.split_once("```").unwrap();
    let mut shown = shown.lines();
    let command: Vec<&str> = shown.next().unwrap().split(' ').collect();
    let name = command[0];
    let output = outflank(&["analyse", "-", "--depth", "1"], WIPE_OUT);
    let printed = lines(&output.stdout);
    assert!(name.ends_with(".txt"), "{name}");
    let head = shown.find(|line| line.starts_with("ply")).expect("the head of the table");
    assert!(printed.contains(&head.to_owned()), "{head}");
    let mut marks = BTreeSet::new();
    for row in shown.take_while(|line| *line != "...") {
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert!(matches!(cells.len(), 8 | 9), "{row}");
        let number = |at: usize| cells[at].parse::<f64>().unwrap();
        assert!((number(5) - number(3) - number(6)).abs() < 0.005, "{row}");
        marks.insert(if cells.len() == 9 { cells[7] } else { "" });
    }
    assert!(marks.contains("?"));
}
