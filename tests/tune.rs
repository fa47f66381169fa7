//! Tuning by games: decided by its settings alone, whatever the threads and interruptions.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A run without validation: as [`validated`].
fn tune(arguments: &[&str]) -> (Vec<String>, String, bool) {
    validated(&[arguments, &["--no-validation"]].concat())
}

/// Standard output without the line that says how long it took, standard error, and whether all
/// was well.
fn validated(arguments: &[&str]) -> (Vec<String>, String, bool) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_outflank")).arg("tune").args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| !line.contains(" games in ")).map(Into::into);
    (lines.collect(), String::from_utf8(output.stderr).unwrap(), output.status.success())
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from an earlier run.
    drop(fs::remove_file(&path));
    path
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    for algorithm in ["de", "l-shade", "spsa"] {
        let run = |threads, seed| {
            let arguments = ["--generations", "3", "--remeasure", "--race", "2", "--games", "12"];
            let own = ["--algorithm", algorithm, "--threads", threads, "--seed", seed];
            let (lines, errors, good) = tune(&[&arguments[..], &own].concat());
            assert!(good, "{errors}");
            lines
        };
        let lines = run("1", "1");
        assert_eq!(lines.len(), 6 - usize::from(algorithm == "spsa"));
        assert!(lines.last().unwrap().starts_with("setoption name Weights value "), "{lines:?}");
        assert_eq!(run("2", "1"), lines);
        assert_ne!(run("1", "2"), lines);
    }
}

#[test]
fn a_run_goes_on_wherever_its_journal_was_cut_off() {
    let journal = file("tune.jsonl");
    let path = journal.to_str().unwrap();
    let run = || tune(&["--generations", "4", "--remeasure", "--journal", path]);
    let (lines, errors, good) = run();
    assert!(good, "{errors}");
    let whole = fs::read(&journal).unwrap();
    for part in [0, 1, 200, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&journal, &whole[..part]).unwrap();
        assert_eq!(run().0, lines, "after {part} bytes");
        assert!(fs::read(&journal).unwrap() == whole, "after {part} bytes");
    }
    let other = tune(&["--generations", "4", "--journal", path]);
    assert!(!other.2 && other.1.contains("it belongs to a run with other settings"), "{}", other.1);
    fs::write(&journal, "not a journal\n").unwrap();
    let bad = run();
    assert!(!bad.2 && bad.1.contains("line 1 is not one of a tuning journal"), "{}", bad.1);
}

#[test]
fn options_are_tuned_as_weights_are() {
    let arguments = ["--param", "Selectivity:73:99", "--param", "edge:-1:1", "--generations", "1"];
    let (lines, errors, good) = tune(&arguments);
    assert!(good, "{errors}");
    assert!(lines[3].starts_with("setoption name Selectivity value "), "{lines:?}");
    let (_, errors, good) = tune(&["--param", "Selectivity:1:99"]);
    assert!(!good && errors.contains("two numbers from 73 to 100"), "{errors}");
}

#[test]
fn what_was_found_is_shown_against_the_baseline_from_fresh_openings() {
    let plot = file("tune.svg");
    let run = |threads| {
        let own = ["--generations", "2", "--threads", threads, "--plot", plot.to_str().unwrap()];
        let (lines, errors, good) = validated(&own);
        assert!(good, "{errors}");
        lines
    };
    let lines = run("1");
    let head = "against the baseline, from 500 openings of 8 random moves that no candidate met:";
    let at = lines.iter().position(|line| line == head).unwrap();
    assert!(lines[at - 1].starts_with("setoption name Weights value "), "{lines:?}");
    assert!(lines[at - 2].starts_with("in tuning "), "{lines:?}");
    for (line, depth) in lines[at + 1..].iter().zip(["depth 2: ", "depth 4: "]) {
        assert!(line.starts_with(depth) && line.contains(" % of 1000 games ("), "{line}");
        assert!(line.contains("; SPRT 0,10: "), "{line}");
    }
    assert_eq!(lines.len(), at + 3);
    assert_eq!(run("2"), lines);
    let drawn = fs::read_to_string(&plot).unwrap();
    assert_eq!(drawn.matches("<polyline").count(), 3 + 5);
}
