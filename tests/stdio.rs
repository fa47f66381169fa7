//! Outflank as a process on standard input and output: how it ends, what it survives.

mod talk;

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use outflank::board::{Game, Move};
use talk::{Child, Talk, best_move_of, outflank, wait};

/// What comes of an input in one piece.
fn answers(input: &[u8]) -> Vec<String> {
    let mut child = Child::start(&[]);
    child.send_bytes(input);
    child.end_input();
    let lines = child.rest();
    assert!(child.wait().success());
    lines
}

fn best_moves(lines: &[String]) -> Vec<String> {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .map(|line| best_move_of(line))
        .collect()
}

#[test]
fn a_piped_script_is_answered_and_ends() {
    let lines = answers(b"uci\nisready\nposition startpos moves f5 d6 c3\ngo depth 10\n");
    assert_eq!(best_moves(&lines).len(), 1);
    let scored = lines.iter().filter(|line| line.contains(" score cp ") && line.contains(" pv "));
    assert!(scored.count() >= 10);
    assert!(lines.last().unwrap().starts_with("bestmove"));
}

#[test]
fn the_last_line_needs_no_end_and_lines_may_end_in_two_characters() {
    assert_eq!(best_moves(&answers(b"position startpos\r\n\tgo  depth\t2")).len(), 1);
    assert_eq!(answers(b"isready\r\n\r\nisready"), ["readyok", "readyok"]);
    assert_eq!(answers(b""), [""; 0]);
}

#[test]
fn the_end_of_the_input_stops_what_has_no_end() {
    let lines = answers(b"go infinite\n");
    assert_eq!(best_moves(&lines).len(), 1);
    let lines = answers(b"go ponder depth 3\ngo infinite\ngo depth 3\n");
    assert_eq!(best_moves(&lines).len(), 3);
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
}

#[test]
fn quit_ends_it_with_the_input_open() {
    let mut child = Child::start(&[]);
    child.send("go infinite");
    child.send("quit");
    child.send("go depth 3");
    assert_eq!(best_moves(&child.rest()).len(), 1);
    assert!(child.wait().success());
}

#[test]
fn rubbish_is_refused_line_by_line() {
    let mut input = b"position startpos moves f5\n".to_vec();
    input.extend(b"\xff\xfe\x00 not text\nisready\n");
    input.extend(vec![b'x'; 3 << 20]);
    input.extend(b"\nisready\nposition startpos moves ");
    input.extend(b"f5d6 ".repeat(100_000));
    input.extend(b"\n");
    input.extend(vec![b'a'; 10_000]);
    input.extend(b"\nquery fen\n\xff");
    let lines = answers(&input);
    let expected = [
        "info string error: the line is not UTF-8 and is left out",
        "readyok",
        "info string error: the line is too long and is left out",
        "readyok",
        "info string error: position: 499999 bytes of moves, at most 65536 are read; the last one stays",
    ];
    assert_eq!(lines[..5], expected);
    assert!(lines[5].starts_with("info string error: unknown command 'aaa"), "{}", lines[5]);
    assert!(lines[5].len() < 120);
    assert_eq!(lines[6], "response 8/8/8/3OX3/3XXX2/8/8/8 w");
    assert_eq!(lines[7], "info string error: the line is not UTF-8 and is left out");
    assert_eq!(lines.len(), 8);
}

/// reversatile#42: nothing is waited for.
#[test]
fn five_hundred_hasty_searches_answer_five_hundred_times() {
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "e3"];
    let mut games = vec![Game::default()];
    for mv in moves {
        let mut game = games.last().unwrap().clone();
        game.play(Move::from_name(mv).unwrap()).unwrap();
        games.push(game);
    }
    let mut child = Child::start(&[]);
    let mut script = String::new();
    for index in 0..500 {
        let moves = moves[..index % games.len()].join(" ");
        script += &format!("position startpos moves {moves}\ngo infinite\nstop\n");
    }
    child.send(&script);
    child.end_input();
    let answers = best_moves(&child.rest());
    assert_eq!(answers.len(), 500);
    for (index, answer) in answers.iter().enumerate() {
        let position = games[index % games.len()].position();
        assert!(position.try_play(Move::from_name(answer).unwrap()).is_ok(), "{index}: {answer}");
    }
    assert!(child.wait().success());
}

#[test]
fn a_broken_output_ends_it() {
    let mut process = outflank(&[]).stderr(Stdio::piped()).spawn().unwrap();
    drop(process.stdout.take());
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"go infinite\n").unwrap();
    assert!(wait(&mut process).success());
    let mut said = String::new();
    process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_log_that_cannot_be_written_harms_nothing() {
    let mut process = outflank(&["--log-level", "debug"]).spawn().unwrap();
    drop(process.stderr.take());
    process.stdin.take().unwrap().write_all(b"isready\ngo depth 2\n").unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("readyok\n"));
}

#[test]
fn a_table_larger_than_memory_is_refused() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let mut child = Child::start(&["--hash", "16"]);
    child.send("setoption name Hash value 1048576");
    let line = child.line().unwrap();
    assert!(line.starts_with("info string error: a table of 1048576 MiB is refused"), "{line}");
    child.send("go depth 2");
    child.best_move();
}

#[test]
fn wrong_arguments_are_refused_in_a_sentence() {
    let output = outflank(&["--hash", "none"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    let sentence = "error: option Hash cannot be 'none': a whole number from 1 to 1048576";
    assert_eq!(said.lines().next(), Some(sentence));
}

/// The log goes where it is told to, never to standard output; the working directory is nothing to it.
#[test]
fn it_starts_anywhere_and_logs_to_a_file() {
    let directory = std::env::temp_dir().join(format!("outflank-test-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let arguments = ["--log", "log", "--log-level", "debug"];
    let mut process = outflank(&arguments).current_dir(&directory).spawn().unwrap();
    process.stdin.take().unwrap().write_all(b"isready\n").unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"readyok\n");
    assert_eq!(output.stderr, b"");
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert!(log.contains("isready") && log.contains("readyok"));
    std::fs::remove_dir_all(&directory).unwrap();
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;

    /// Processor time used so far, in ticks of 10 ms.
    fn ticks(child: &Child) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.process.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// viridithas#38; neither waiting for a line nor for `stop` with nothing left to search.
    #[test]
    fn waiting_costs_no_processor_time() {
        let mut child = Child::start(&[]);
        child.send("isready");
        child.until("readyok");
        let before = ticks(&child);
        thread::sleep(Duration::from_millis(200));
        assert!(ticks(&child) - before <= 5);
        child.send("position startpos moves f5d6c5f6e7f4g5e6e3");
        child.send("go infinite");
        child.until("info depth 0");
        let before = ticks(&child);
        thread::sleep(Duration::from_millis(200));
        assert!(ticks(&child) - before <= 5);
        child.send("stop");
        assert_eq!(child.best_move(), "(none)");
    }

    fn signal(child: &Child, name: &str) {
        let id = child.process.id().to_string();
        assert!(std::process::Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    #[test]
    fn a_signal_lets_the_search_answer() {
        for name in ["-TERM", "-INT"] {
            let mut child = Child::start(&[]);
            child.send("go infinite");
            child.until("info depth 1 ");
            signal(&child, name);
            assert_eq!(best_moves(&child.rest()).len(), 1);
            assert!(child.wait().success());
        }
    }

    /// cpw-engine#9: somebody does not read; the program can still be ended.
    #[test]
    fn a_reader_that_does_not_read_cannot_keep_it_alive() {
        let mut process = outflank(&[]).stderr(Stdio::null()).spawn().unwrap();
        let mut input = process.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            // Far more than fits into a pipe, in both directions; the writer is freed by the end.
            while input.write_all(b"help\n").is_ok() {}
        });
        thread::sleep(Duration::from_millis(200));
        let id = process.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success()
        );
        wait(&mut process);
        writer.join().unwrap();
    }
}

#[test]
fn the_primary_dialect_can_be_forced() {
    for (name, words) in [("uci", 4), ("ugi", 2)] {
        let mut child = Child::start(&["--protocol", name]);
        child.send("nboard 2");
        assert!(child.line().unwrap().starts_with("info string error: unknown command 'nboard 2'"));
        child.send("go depth 3");
        let answer = child.until("bestmove").pop().unwrap();
        assert_eq!(answer.split(' ').count(), words, "{name}: {answer}");
    }
}
