//! `outflank train network` and `outflank train ladder`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, process};

use outflank::eval::network::{NetworkFile, NetworkShape};

/// A new directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("outflank-train-{}-{name}", process::id()));
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn outflank(directory: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.current_dir(directory).args(arguments.split(' ')).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

const SMALL: &str = "train network --games 96 --batch 16 --hidden 32 16 --measure-every 2";

#[test]
fn it_trains_measures_logs_draws_and_goes_on() {
    let directory = directory("all");
    let all = format!("{SMALL} --out a.net --checkpoint a.state --log a.log --plot a.svg");
    let output = outflank(&directory, &all);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("96 games with "), "{}", text(&output.stdout));
    let read = |name: &str| fs::read(directory.join(name)).unwrap();
    let network = NetworkFile::from_bytes(&read("a.net")).unwrap();
    assert_eq!(network.weights.shape(), NetworkShape::Dense { hidden: [32, 16] });
    assert!(network.note.contains("actor-critic"), "{}", network.note);
    let log = read("a.log");
    let lines: Vec<serde_json::Value> =
        text(&log).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let games: Vec<u64> = lines.iter().map(|line| line["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [32, 64, 96]);
    for line in &lines {
        assert!((0.0..=1.0).contains(&line["ladder"]["greedy"].as_f64().unwrap()));
        for name in ["seconds", "samples", "value_loss", "entropy"] {
            assert!(line[name].as_f64().unwrap() > 0.0, "{name}");
        }
    }
    let plot = read("a.svg");
    assert!(text(&plot).contains("features-2") && text(&plot).contains("Entropy"));

    // All is done already, on any number of threads: the same comes out.
    let network = read("a.net");
    let again = outflank(&directory, &format!("--threads 2 {all}"));
    assert!(text(&again.stdout).contains("going on from a.state"), "{}", text(&again.stderr));
    assert!(read("a.net") == network && read("a.log") == log);

    let ladder = outflank(&directory, "train ladder a.net --games 4");
    let table = text(&ladder.stdout);
    assert!(table.starts_with("opponent ") && table.lines().count() == 6, "{table}");
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_convolutional_network_learns_goes_on_and_plays() {
    let directory = directory("convolutional");
    let arguments = "train network --games 64 --batch 16 --convolution 16 2 --measure-every 2 \
                     --out a.net --checkpoint a.state";
    let output = outflank(&directory, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let network = NetworkFile::from_bytes(&fs::read(directory.join("a.net")).unwrap()).unwrap();
    let shape = NetworkShape::Convolutional { channels: 16, layers: 2 };
    assert_eq!(network.weights.shape(), shape);
    assert!(network.note.starts_with("convolution [16,2], "), "{}", network.note);
    let again = outflank(&directory, arguments);
    assert!(text(&again.stdout).contains("going on from a.state"), "{}", text(&again.stderr));
    let other = outflank(&directory, &arguments.replace("16 2", "32 2"));
    let said = "its convolution is [16,2], here it is [32,2]";
    assert!(text(&other.stderr).contains(said), "{}", text(&other.stderr));
    let ladder = outflank(&directory, "train ladder a.net --games 4");
    assert!(ladder.status.success(), "{}", text(&ladder.stderr));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn it_learns_by_each_algorithm() {
    let directory = directory("each");
    for (arguments, note) in [
        ("--algorithm reinforce --reward discs", "reinforce"),
        ("--replay-epochs 2 --temperature 1.5 --lambda 1", "replay epochs 2"),
        ("--algorithm search --visits 4 --past 0.5 --fixed 0.5", "search with 4 visits"),
    ] {
        let output = outflank(&directory, &format!("{SMALL} {arguments} --out a.net"));
        assert!(output.status.success(), "{arguments}: {}", text(&output.stderr));
        let network = NetworkFile::from_bytes(&fs::read(directory.join("a.net")).unwrap()).unwrap();
        assert!(network.note.contains(note), "{}", network.note);
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let directory = directory("wrong");
    fs::write(directory.join("bad"), b"GIF89a").unwrap();
    for (arguments, said) in [
        ("train network --out no/a", "cannot write no/a: "),
        ("train network --out a --checkpoint bad", "cannot go on from bad: not a checkpoint"),
        ("train network --out a --hidden 100 16", "a multiple of 16 from 16 to 1024"),
        ("train network --out a --convolution 16 7", "--convolution takes a multiple of 16"),
        ("train network --out a --convolution 24 2", "--convolution takes a multiple of 16"),
        ("train network --out a --convolution 16 2 --hidden 16 16", "cannot be used with"),
        ("train network --out a --rate 0.1", "two numbers from 0 to 1 with .. between"),
        ("train network --out a --random 9..3", "two numbers with .. between"),
        ("train network --out a --temperature 0", "a number from 0.01 to 100"),
        ("train network --out a --past 0.6 --fixed 0.6", "together at most 1"),
        (
            "train network --out a --algorithm reinforce --replay-epochs 2",
            "--replay-epochs is not for --algorithm reinforce",
        ),
        ("train ladder none", "cannot read none: "),
        ("train ladder bad", "cannot read bad: not a network"),
        ("train ladder bad --games 3", "an even number from 2 on"),
    ] {
        let output = outflank(&directory, arguments);
        assert!(!output.status.success(), "{arguments}");
        assert!(text(&output.stderr).contains(said), "{arguments}: {}", text(&output.stderr));
    }
    assert!(!directory.join("a").exists());
    fs::remove_dir_all(directory).unwrap();
}
