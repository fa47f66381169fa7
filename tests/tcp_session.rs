//! Many sessions at once over TCP: each for itself, none at the cost of another.

mod talk;

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use outflank::board::{Game, Move};
use talk::{PATIENCE, Server, Talk};

#[test]
fn sessions_have_their_own_position_and_options() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.connect(), server.connect());
    one.send("position startpos moves f5");
    one.send("setoption name MultiPV value 3");
    two.send("position startpos moves f5 d6 c3");
    one.send("query fen");
    two.send("query fen");
    assert_eq!(one.line().unwrap(), "response 8/8/8/3OX3/3XXX2/8/8/8 w");
    assert_eq!(two.line().unwrap(), "response 8/8/2X5/3XX3/3OXX2/3O4/8/8 w");
    one.send("go infinite");
    two.send("go depth 2");
    assert_eq!(two.until("bestmove").iter().filter(|line| line.contains(" pv ")).count(), 2);
    one.until("info depth 2 ");
    one.send("isready");
    one.until("readyok");
    two.send("quit");
    assert_eq!(two.line(), None);
    one.send("stop");
    one.best_move();
    one.end_input();
    one.rest();
}

/// Thirty games at once, each against itself, legal to the end, one answer to each `go`.
#[test]
fn many_sessions_play_whole_games_at_once() {
    let server = Server::start(&["--memory", "64", "--max-sessions", "64"]);
    thread::scope(|scope| {
        for number in 0..30 {
            let mut session = server.connect();
            scope.spawn(move || {
                session.send("setoption name EndgameDepth value 4");
                session.send("setoption name Variety value 300");
                session.send(&format!("setoption name Seed value {number}"));
                let mut game = Game::default();
                loop {
                    let moves: Vec<String> =
                        game.plies().iter().map(|ply| ply.mv.to_string()).collect();
                    session.send(&format!("position startpos moves {}", moves.join(" ")));
                    session.send("go depth 1");
                    let answer = session.best_move();
                    if game.position().board.is_over() {
                        assert_eq!(answer, "(none)");
                        break;
                    }
                    game.play(Move::from_name(&answer).unwrap()).unwrap();
                }
                session.send("isready");
                assert_eq!(session.line().unwrap(), "readyok", "an answer too many");
                session.end_input();
                assert_eq!(session.rest(), [""; 0]);
            });
        }
    });
}

#[test]
fn one_session_too_many_is_told_so() {
    let server = Server::start(&["--max-sessions", "1"]);
    let mut first = server.connect();
    first.send("isready");
    first.until("readyok");
    let mut second = server.connect();
    // Also if it has spoken already.
    drop(second.stream.write_all(b"isready\n"));
    let refusal = "info string error: all 1 sessions are taken, try again later";
    assert_eq!(second.rest(), [refusal]);
    drop(first);
    // The place is free as soon as the server has noticed.
    let started = Instant::now();
    loop {
        let mut third = server.connect();
        drop(third.stream.write_all(b"isready\n"));
        if third.line().unwrap() == "readyok" {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "the place is never free again");
    }
}

#[test]
fn a_long_line_is_refused_and_the_session_goes_on() {
    let server = Server::start(&["--max-line", "256"]);
    let mut session = server.connect();
    session.send(&"x".repeat(257));
    session.send(&"x".repeat(100_000));
    session.send("isready");
    let refusal = "info string error: the line is too long and is left out";
    assert_eq!(session.line().unwrap(), refusal);
    assert_eq!(session.line().unwrap(), refusal);
    assert_eq!(session.line().unwrap(), "readyok");
}

#[test]
fn an_idle_session_is_closed_but_not_one_that_searches() {
    let server = Server::start(&["--idle-timeout", "1"]);
    let (mut idle, mut busy) = (server.connect(), server.connect());
    busy.send("go infinite");
    assert_eq!(
        idle.rest(),
        ["info string error: nothing came in for too long, the session is closed"]
    );
    busy.send("stop");
    busy.best_move();
}

#[test]
fn a_share_of_the_memory_is_announced() {
    let server = Server::start(&["--memory", "8", "--max-sessions", "4"]);
    let mut session = server.connect();
    session.send("go depth 1");
    assert_eq!(
        session.line().unwrap(),
        "info string the table has 2 MiB, its share of the memory here"
    );
    session.best_move();
    session.send("setoption name Hash value 1");
    session.send("go depth 1");
    assert!(session.line().unwrap().starts_with("info depth 1 "));
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;

    #[test]
    fn a_session_that_is_gone_leaves_nothing_running() {
        let server = Server::start(&[]);
        // One that ends by itself one day, one that does not, and a count.
        for line in ["go depth 60", "go infinite", "perft 30"] {
            let mut session = server.connect();
            session.send(line);
            server.wait_for_searching(1);
            drop(session);
            server.wait_for_searching(0);
        }
    }

    /// cpw-engine#9: one session does not read what it asked for.
    #[test]
    fn a_slow_reader_keeps_nobody_waiting() {
        let server = Server::start(&[]);
        let slow = std::net::TcpStream::connect(&server.address).unwrap();
        slow.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
        let mut slow_input = &slow;
        // Until neither side takes any more.
        while slow_input.write_all(&b"help\n".repeat(1000)).is_ok() {}
        let mut session = server.connect();
        session.send("go depth 3");
        session.best_move();
    }

    #[test]
    fn a_signal_lets_every_search_answer() {
        for name in ["-TERM", "-INT"] {
            let mut server = Server::start(&[]);
            let mut sessions: Vec<_> = (0..3).map(|_| server.connect()).collect();
            for session in &mut sessions {
                session.send("go infinite");
            }
            for session in &mut sessions {
                session.until("info depth 1 ");
            }
            let mut idle = server.connect();
            let id = server.process.id().to_string();
            let kill = std::process::Command::new("kill").args([name, &id]).status().unwrap();
            assert!(kill.success());
            for session in &mut sessions {
                let rest = session.rest();
                assert!(rest.last().unwrap().starts_with("bestmove"), "{rest:?}");
            }
            assert_eq!(idle.rest(), [""; 0]);
            drop((sessions, idle));
            assert!(talk::wait(&mut server.process).success());
        }
    }
}
