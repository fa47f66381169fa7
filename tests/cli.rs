//! The command line: what the subcommands print and how they end.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use outflank::board::Game;
use outflank::notation::{board64, obf, transcript};
use serde_json::Value;

const SUITE: &str = "tests/data/ffo-1-19.obf";

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

/// The objects of `--json`, each on its line.
fn objects(output: &Output) -> Vec<Value> {
    lines(&output.stdout).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn suite() -> Vec<obf::Problem> {
    obf::read(include_str!("data/ffo-1-19.obf")).unwrap()
}

/// The first lines of the suite.
fn some(count: usize) -> String {
    suite().iter().take(count).map(|problem| obf::write(problem) + "\n").collect()
}

#[test]
fn a_suite_is_solved_line_by_line_with_totals() {
    let output = outflank(&["solve", SUITE, "--hash", "4"], "");
    let lines = lines(&output.stdout);
    assert!(output.status.success(), "{lines:#?}");
    assert_eq!(lines.len(), 1 + 19 + 1);
    let first: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(first[..5], ["1", "X", "14", "+18", "g8"]);
    assert_eq!(first[8..10], ["ok", "g8"]);
    for line in &lines[1..20] {
        assert!(line.contains("  ok  "), "{line}");
    }
    assert!(lines[20].starts_with("19 positions, 19 checked, 0 wrong; "), "{}", lines[20]);
    assert!(lines[20].ends_with(" nodes/s"));
    assert_eq!(output.stderr, b"", "no progress bar where there is no terminal");
}

#[test]
fn json_is_an_object_a_line_and_its_line_replays_to_the_score() {
    let output = outflank(&["solve", SUITE, "--json"], "");
    assert!(output.status.success());
    let objects = objects(&output);
    assert_eq!(objects.len(), 19);
    for (index, (object, problem)) in objects.iter().zip(suite()).enumerate() {
        assert_eq!(object["index"], index + 1);
        let board = format!("{} {}", object["board"], object["side"]).replace('"', "");
        assert_eq!(board64::parse(&board).unwrap(), problem.position);
        let best = problem.scores.best().unwrap();
        assert_eq!(object["score"], best);
        assert_eq!(object["known_score"], best);
        assert_eq!((&object["exact"], &object["ok"]), (&true.into(), &true.into()));
        assert!(object["nodes"].as_u64().unwrap() > 0);
        assert!(object["seconds"].as_f64().unwrap() > 0.0);
        let pv: Vec<&str> =
            object["pv"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(object["move"], pv[0]);
        let mut game = Game::from_position(problem.position);
        transcript::play(&mut game, &pv.join(" ")).unwrap();
        assert!(game.position().board.is_over());
        let score = game.position().score();
        let black = problem.position.side == outflank::board::Color::Black;
        assert_eq!(if black { score } else { -score }, best);
    }
    let totals = lines(&output.stderr);
    assert_eq!(totals.len(), 1);
    assert!(totals[0].starts_with("19 positions, 19 checked, 0 wrong; "), "{}", totals[0]);
}

#[test]
fn every_move_gets_its_score() {
    let output = outflank(&["solve", "-", "--all-moves", "--json"], &some(8));
    assert!(output.status.success());
    for (object, problem) in objects(&output).iter().zip(suite()) {
        let moves = object["moves"].as_array().unwrap();
        assert_eq!(moves.len(), problem.position.moves().len());
        for found in moves {
            let mv = outflank::board::Move::from_name(found["move"].as_str().unwrap()).unwrap();
            assert_eq!(found["score"], problem.scores.of(mv).unwrap(), "{mv} in {object}");
        }
    }
    let text = lines(&outflank(&["solve", "-", "--all-moves"], &some(1)).stdout);
    assert_eq!(text.len(), 1 + 8 + 1);
    let second: Vec<&str> = text[2].split_whitespace().take(3).collect();
    assert_eq!(second, ["+12", "h1", "h1"]);
}

#[test]
fn win_loss_draw_is_checked_by_its_winner() {
    let output = outflank(&["solve", SUITE, "--wld", "--json"], "");
    assert!(output.status.success());
    for (object, problem) in objects(&output).iter().zip(suite()) {
        let (result, score) = match problem.scores.best().unwrap().signum() {
            1 => ("win", Value::Null),
            -1 => ("loss", Value::Null),
            _ => ("draw", 0.into()),
        };
        assert_eq!((&object["result"], &object["score"]), (&result.into(), &score));
        assert_eq!(object["exact"], true);
    }
    let text = lines(&outflank(&["solve", "-", "--wld"], &some(4)).stdout);
    let results: Vec<_> = text[1..5].iter().map(|row| row.split_whitespace().nth(3)).collect();
    assert_eq!(results, ["win", "win", "win", "draw"].map(Some));
    let both = outflank(&["solve", SUITE, "--wld", "--all-moves"], "");
    assert_eq!(both.status.code(), Some(2), "they cannot go together");
}

#[test]
fn a_score_that_differs_is_said_and_fails() {
    let wrong = |line: String, arguments: &[&str]| {
        let output = outflank(&[&["solve", "-"], arguments].concat(), &line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        let text = lines(&output.stdout);
        assert!(text.last().unwrap().starts_with("1 positions, 1 checked, 1 wrong; "));
        text[1].clone()
    };
    let row = wrong(some(1).replace("G8:+18", "G8:+12"), &[]);
    assert!(row.contains("WRONG (file says +12)"), "{row}");
    let row = wrong(some(1).replace("G8:+18; H1:+12", "G8:+12; H1:+18"), &[]);
    assert!(row.contains("WRONG (file says g8 +12)"), "{row}");
    let row = wrong(some(1).replace("A3:+4; B1:-4", "A3:+2; B1:+2"), &["--all-moves"]);
    assert!(row.contains("WRONG (file says a3 +2, b1 +2)"), "{row}");
    let board = some(1);
    let board = board.split(';').next().unwrap();
    let row = wrong(format!("{board}; -2;"), &["--wld"]);
    assert!(row.contains("WRONG (file says -2)"), "{row}");
    let right = outflank(&["solve", "-", "--wld"], &format!("{board}; +2;"));
    assert!(right.status.success(), "the winner is the same");

    let output = outflank(&["solve", "-", "--json"], &format!("{board}; +2;"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(objects(&output)[0]["ok"], false);
}

#[test]
fn positions_without_scores_passes_and_finished_games_are_solved() {
    let board = some(1);
    let board = board.split(';').next().unwrap();
    let nothing = "-".repeat(62);
    let input = format!("{board}\nOX{nothing} X; PS:-64;\nXX{nothing} O; -64;\n");
    let output = outflank(&["solve", "-"], &input);
    let text = lines(&output.stdout);
    assert!(output.status.success(), "{text:#?}");
    let cells = |line: usize| text[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(cells(1)[8], "-");
    assert_eq!(cells(2)[3..5], ["-64", "pass"]);
    assert_eq!(cells(3)[3..5], ["-64", "none"]);
    assert!(text[4].starts_with("3 positions, 2 checked, 0 wrong; "));
}

#[test]
fn nothing_to_solve_is_said() {
    let said = |file: &str, input: &str| {
        let output = outflank(&["solve", file], input);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(output.stdout, b"");
        lines(&output.stderr).join("\n")
    };
    let damaged = format!("% two lines\n{}", some(2).replacen("; B2", "; B1", 1));
    assert_eq!(
        said("-", &damaged),
        "outflank: cannot read standard input: line 3: b1 is illegal, the square is occupied"
    );
    assert_eq!(said("-", "% none\n"), "outflank: standard input has no positions");
    let missing = said("no/such.obf", "");
    assert!(missing.starts_with("outflank: cannot read no/such.obf: "), "{missing}");
}

#[test]
fn perft_and_bench_print_their_counts() {
    let output = outflank(&["perft", "6", "--divide"], "");
    let text = lines(&output.stdout);
    assert!(output.status.success());
    assert_eq!(text[..4], ["d3 2050", "c4 2050", "f5 2050", "e6 2050"]);
    assert!(text[4].starts_with("8200 leaves, "), "{}", text[4]);

    let output = outflank(&["bench", "1"], "");
    assert!(output.status.success());
    let text = lines(&output.stdout);
    assert_eq!(text.len(), 1);
    assert!(text[0].ends_with(" nps") && text[0].contains(" nodes, "), "{}", text[0]);
}

#[test]
fn a_match_is_played_and_told() {
    let depths = ["--a", "depth=3; EndgameDepth=6", "--b", "depth=1; EndgameDepth=0"];
    let played = |more: &[&str]| {
        let output = outflank(&[&["match", "--games", "20"], &depths[..], more].concat(), "");
        assert!(output.status.success(), "{output:?}");
        assert_eq!(output.stderr, b"", "no progress bar where there is no terminal");
        output
    };
    let text = lines(&played(&[]).stdout);
    assert_eq!(text[..2], ["A      EndgameDepth=6; depth=3", "B      EndgameDepth=0; depth=1"]);
    assert!(text[2].starts_with("games  20 in "), "{}", text[2]);

    let out = std::env::temp_dir().join(format!("outflank-games-{}", std::process::id()));
    let games_out = ["--json", "--concurrency", "2", "--games-out", out.to_str().unwrap()];
    let objects = objects(&played(&games_out));
    let games = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    let [object] = &objects[..] else { panic!("{objects:?}") };
    let number = |name: &str| object[name].as_u64().unwrap();
    assert_eq!(number("games"), 20);
    assert_eq!(number("wins") + number("draws") + number("losses"), 20);
    let pairs = object["pentanomial"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 10);
    assert!(object["score"].as_f64().unwrap() > 0.5, "{object}");
    assert!(object["a"]["nodes_per_move"].as_f64() > object["b"]["nodes_per_move"].as_f64());
    assert_eq!(
        text[3],
        format!(
            "A has  {} wins, {} draws, {} losses",
            object["wins"], object["draws"], object["losses"]
        )
    );

    let mut discs_of_a = 0;
    for (index, line) in games.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let mut game = Game::default();
        transcript::play(&mut game, words[0]).unwrap();
        assert!(game.position().board.is_over());
        assert_eq!(words[1], format!("{:+}", game.position().score()));
        assert_eq!(words[2], ["A", "B"][index % 2]);
        discs_of_a += game.position().score() * [1, -1][index % 2];
    }
    assert_eq!(games.lines().count(), 20);
    assert!((object["discs"].as_f64().unwrap() - f64::from(discs_of_a) / 20.0).abs() < 1e-9);
}

#[test]
fn a_match_takes_openings_from_a_file_and_ends_when_decided() {
    let file = std::env::temp_dir().join(format!("outflank-openings-{}", std::process::id()));
    std::fs::write(&file, "f5d6c3\nf5f6e6\nf5f4c3\nf5d6c5\n").unwrap();
    let played = |games: &str| {
        let arguments = ["match", "--openings", file.to_str().unwrap(), "--games", games];
        let rest = ["--depth", "1", "--endgame-depth", "0", "--sprt", "-400,0", "--json"];
        outflank(&[&arguments[..], &rest].concat(), "")
    };
    let decided = objects(&played("8"));
    assert_eq!(decided[0]["sprt"]["verdict"], "accepted");
    assert_eq!(decided[0]["pentanomial"], serde_json::json!([0, 0, 3, 0, 0]));
    let output = played("10");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = lines(&output.stderr).join("\n");
    assert!(said.contains("4 different openings, but 5 pairs of games are wanted"), "{said}");
}

#[test]
fn a_match_that_cannot_be_played_is_refused_in_words() {
    for (arguments, words) in [
        (["--a", "Evil=1"], "there is no option 'Evil'"),
        (["--b", "Threads=many"], "option Threads cannot be 'many': a whole number from 1 to 256"),
        (["--b", "depth"], "'depth' is not Name=value"),
        (["--games", "7"], "an even number from 2 on is wanted"),
        (["--sprt", "5,0"], "wanted are two differences in Elo"),
        (["--hash", "0"], "option Hash cannot be '0'"),
    ] {
        let output = outflank(&[&["match"], &arguments[..]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = lines(&output.stderr).join("\n");
        assert!(said.contains(words), "{said}");
    }
}
