//! Sessions over WebSocket: the same as on TCP, for programs and for the page of this server only.

mod talk;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use outflank::board::{Game, Move};
use talk::{PATIENCE, Server, Talk, dialogue};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::http::StatusCode;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// A session over WebSocket.
struct Web {
    socket: WebSocket<TcpStream>,
    /// Lines that have come and were not asked for yet.
    lines: Vec<String>,
    closed: Option<CloseCode>,
}

fn request(server: &Server, path: &str, origin: Option<&str>) -> Request {
    let url = format!("ws://{}{path}", server.address);
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    request
}

impl Web {
    fn open(server: &Server) -> Self {
        Self::ask(server, request(server, "/ws", None)).unwrap()
    }

    /// A session, or the status of the refusal.
    fn ask(server: &Server, request: Request) -> Result<Self, StatusCode> {
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket, lines: Vec::new(), closed: None }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Talk for Web {
    fn send(&mut self, line: &str) {
        self.socket.send(Message::text(line)).unwrap();
    }

    fn end_input(&mut self) {
        drop(self.socket.close(None));
    }

    fn line(&mut self) -> Option<String> {
        while self.lines.is_empty() {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    assert!(!text.contains('\n'), "a message from the server is one line");
                    self.lines.push(text.to_string());
                }
                Ok(Message::Close(frame)) => self.closed = frame.map(|frame| frame.code),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
        Some(self.lines.remove(0))
    }
}

fn serve(arguments: &[&str]) -> Server {
    Server::start_at("ws://", &[&["serve", "--ws", "127.0.0.1:0"], arguments].concat())
}

#[test]
fn a_message_is_a_line_or_several() {
    let server = serve(&[]);
    let mut session = Web::open(&server);
    session.send("position startpos moves f5 d6\nquery game\r\n\nquery fen");
    assert_eq!(session.line().unwrap(), "response f5 d6");
    assert_eq!(session.line().unwrap(), "response 8/8/8/3OX3/3OXX2/3O4/8/8 b");
    session.socket.send(Message::binary(&b"query game"[..])).unwrap();
    assert_eq!(session.line().unwrap(), "response f5 d6");
    session.socket.send(Message::binary(&[0xff, 0xfe][..])).unwrap();
    assert_eq!(session.line().unwrap(), "info string error: the line is not UTF-8 and is left out");
    session.send("quit");
    assert_eq!(session.line(), None);
    assert_eq!(session.closed, Some(CloseCode::Normal));
}

/// But for those that go on when the input has ended: a socket that is closed is closed both ways.
#[test]
fn the_dialogues_are_the_same_as_everywhere() {
    let server = serve(&[]);
    let dialogues = dialogue::all();
    let played = dialogues.iter().filter(|(_, text)| !text.contains("\n>end"));
    assert!(played.clone().count() > dialogues.len() / 2);
    for (name, text) in played {
        dialogue::play(&mut Web::open(&server), name, text);
    }
}

#[test]
fn only_pages_that_are_allowed_come_in() {
    let server = serve(&["--ws-origin", "https://gui.example"]);
    let own = format!("http://{}", server.address);
    for origin in [None, Some(own.as_str()), Some("https://gui.example")] {
        for path in ["/", "/ws"] {
            let mut session = Web::ask(&server, request(&server, path, origin)).ok().unwrap();
            session.send("isready");
            assert_eq!(session.line().unwrap(), "readyok", "{origin:?}");
        }
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "http://gui.example"] {
        let refused = Web::ask(&server, request(&server, "/ws", Some(origin))).err();
        assert_eq!(refused, Some(StatusCode::FORBIDDEN), "{origin}");
    }
    let elsewhere = Web::ask(&server, request(&server, "/elsewhere", None)).err();
    assert_eq!(elsewhere, Some(StatusCode::NOT_FOUND));
}

#[test]
fn a_long_line_is_left_out_and_a_huge_message_ends_the_session() {
    let server = serve(&["--max-line", "256"]);
    let mut session = Web::open(&server);
    session.send(&"x".repeat(257));
    session.send("isready");
    let refusal = "info string error: the line is too long and is left out";
    assert_eq!(session.line().unwrap(), refusal);
    assert_eq!(session.line().unwrap(), "readyok");
    session.send(&"isready\n".repeat(128));
    assert_eq!(session.until("readyok").len(), 1, "four times the longest line is not too large");
    drop(session.socket.send(Message::text("x".repeat(1025))));
    session.rest();
    assert_eq!(session.closed, Some(CloseCode::Size));
}

#[test]
fn one_session_too_many_is_told_so_on_either_door() {
    let server = serve(&["--max-sessions", "1"]);
    let mut first = Web::open(&server);
    first.send("isready");
    first.until("readyok");
    let mut second = Web::open(&server);
    assert_eq!(second.rest(), ["info string error: all 1 sessions are taken, try again later"]);
    assert_eq!(second.closed, Some(CloseCode::Again));
    first.end_input();
    first.rest();
    let started = Instant::now();
    loop {
        let mut third = Web::open(&server);
        drop(third.socket.send(Message::text("isready")));
        if third.line().as_deref() == Some("readyok") {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "the place is never free again");
    }
}

/// Nobody may have the server read a file, in any dialect.
#[test]
fn no_file_is_read_for_a_session() {
    let server = serve(&[]);
    let mut session = Web::open(&server);
    session.send("setoption name EvalFile value /etc/passwd");
    let refusal = session.line().unwrap();
    assert!(refusal.starts_with("info string error: option EvalFile: no files"), "{refusal}");
    let mut session = Web::open(&server);
    session.send("1 loadsgf /etc/passwd");
    let refusal = session.line().unwrap();
    assert!(refusal.starts_with("?1 ") && refusal.contains("no files are read"), "{refusal}");
}

#[test]
fn many_sessions_play_whole_games_at_once() {
    let server = serve(&["--memory", "64", "--max-sessions", "64"]);
    thread::scope(|scope| {
        for number in 0..20 {
            let mut session = Web::open(&server);
            scope.spawn(move || {
                session.send("setoption name EndgameDepth value 4");
                session.send("setoption name Variety value 300");
                session.send(&format!("setoption name Seed value {number}"));
                let mut game = Game::default();
                while !game.position().board.is_over() {
                    let moves: Vec<String> =
                        game.plies().iter().map(|ply| ply.mv.to_string()).collect();
                    let moves = moves.join(" ");
                    session.send(&format!("position startpos moves {moves}\ngo depth 1"));
                    game.play(Move::from_name(&session.best_move()).unwrap()).unwrap();
                }
                session.send("quit");
                assert_eq!(session.rest(), [""; 0]);
            });
        }
    });
}

/// The page, its headers, and nothing else.
#[test]
fn the_page_is_served_with_strict_headers() {
    let server = Server::start_at("http://", &["web", "--listen", "127.0.0.1:0"]);
    let get = |path: &str, more: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let host = &server.address;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let page = get("/", "");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<!doctype html>"));
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self';",
        "x-content-type-options: nosniff",
        "cache-control: no-cache",
    ] {
        assert!(page.contains(header), "no {header}: {page}");
    }
    let tag = page.split("etag: ").nth(1).unwrap().split('\r').next().unwrap();
    let again = get("/", &format!("If-None-Match: {tag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304"), "{again}");
    for path in ["/js/../../../Cargo.toml", "/mod.rs", "/etc/passwd", "//", "/js/"] {
        let answer = get(path, "");
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(answer.contains("nosniff"), "{path}: {answer}");
    }
    // A WebSocket is the page's, or a program's.
    assert!(get("/ws", "").starts_with("HTTP/1.1 4"), "no upgrade was asked for");
    let own = format!("http://{}", server.address);
    let mut session = Web::ask(&server, request(&server, "/ws", Some(&own))).ok().unwrap();
    session.send("go depth 3");
    session.best_move();
    let refused = Web::ask(&server, request(&server, "/ws", Some("http://evil.example"))).err();
    assert_eq!(refused, Some(StatusCode::FORBIDDEN));
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;

    /// Closed in an orderly way, or with its connection.
    #[test]
    fn no_session_survives_its_tab() {
        let server = serve(&[]);
        for (line, is_orderly) in
            [("go infinite", true), ("go depth 60", false), ("perft 30", true)]
        {
            let mut session = Web::open(&server);
            session.send(line);
            server.wait_for_searching(1);
            if is_orderly {
                session.end_input();
            }
            drop(session);
            server.wait_for_searching(0);
        }
    }

    #[test]
    fn a_slow_reader_keeps_nobody_waiting() {
        let server = serve(&[]);
        let mut slow = Web::open(&server);
        slow.socket.get_mut().set_write_timeout(Some(Duration::from_millis(300))).unwrap();
        let asked = "help\n".repeat(1000);
        // Until neither side takes any more.
        while slow.socket.send(Message::text(asked.as_str())).is_ok() {}
        let mut session = Web::open(&server);
        session.send("go depth 3");
        session.best_move();
    }

    #[test]
    fn a_signal_lets_every_search_answer() {
        let mut server = serve(&[]);
        let mut session = Web::open(&server);
        session.send("go infinite");
        session.until("info depth 1 ");
        let id = server.process.id().to_string();
        let kill = std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(kill.success());
        let rest = session.rest();
        assert!(rest.last().unwrap().starts_with("bestmove"), "{rest:?}");
        drop(session);
        assert!(talk::wait(&mut server.process).success());
    }
}
