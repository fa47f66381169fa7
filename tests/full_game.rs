//! Whole games through the protocol, and games from the field that others stumbled over.

mod talk;

use outflank::board::{Game, Move};
use outflank::notation::transcript;
use talk::{Child, Pure, Talk};

fn move_list(game: &Game) -> String {
    game.plies().iter().map(|ply| ply.mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// Checks the lines of a search in the position at the end of a game; returns its answer.
fn check_search(game: &Game, lines: &[String]) -> String {
    let position = game.position();
    let scored: Vec<&String> = lines.iter().filter(|line| line.contains(" score cp ")).collect();
    assert!(!scored.is_empty(), "no score: {lines:#?}");
    for line in scored {
        let Some((_, moves)) = line.split_once(" pv ") else {
            assert!(position.board.is_over() && line.starts_with("info depth 0 "), "{line}");
            continue;
        };
        let mut end = position;
        for mv in moves.split(' ') {
            end = end.try_play(Move::from_name(mv).unwrap()).unwrap_or_else(|why| {
                panic!("{line}: {mv} is illegal, {why}, after {}", move_list(game))
            });
        }
    }
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    if position.board.is_over() {
        assert_eq!(words, ["bestmove", "(none)"]);
    } else {
        let after = position.try_play(Move::from_name(words[1]).unwrap()).unwrap();
        if let Some(ponder) = words.get(3) {
            assert!(after.try_play(Move::from_name(ponder).unwrap()).is_ok(), "{words:?}");
        }
    }
    words[1].into()
}

/// Two processes play each other; returns the plies and the passes.
fn play(first: &[&str], second: &[&str], opening: &str) -> (usize, usize) {
    let mut players = [Child::start(first), Child::start(second)];
    let mut game = Game::default();
    transcript::play(&mut game, opening).unwrap();
    while !game.position().board.is_over() {
        let player = &mut players[game.plies().len() % 2];
        player.send(&format!("position startpos moves {}", move_list(&game)));
        player.send("go depth 4");
        let lines = player.until("bestmove");
        let answer = check_search(&game, &lines);
        game.play(Move::from_name(&answer).unwrap()).unwrap();
    }
    for player in &mut players {
        player.send(&format!("position startpos moves {}", move_list(&game)));
        player.send("query gameover");
        assert_eq!(player.line().unwrap(), "response true");
        player.send("query score");
        assert_eq!(player.line().unwrap(), format!("response {}", game.position().score()));
    }
    let passes = game.plies().iter().filter(|ply| ply.mv == Move::Pass).count();
    (game.plies().len(), passes)
}

#[test]
fn outflank_plays_itself_to_the_end() {
    // After the last of these Black must pass (edax-reversi-AVX#1).
    let with_pass = "f5d6c5f4d3e3f2c6g5b5a5b4b3c4c3a6a7a3f3e6c7b6d7d8b8e7f7e8c8a8a4f8a2b7";
    let mut passes = 0;
    for opening in ["", "f5d6", "f5f6e6f4", with_pass] {
        let (plies, passed) = play(&[], &["--eval", "positional"], opening);
        assert!(plies >= 9, "{plies}");
        passes += passed;
    }
    assert!(passes > 0);
}

/// Every position of a game is searched without forgetting the one before.
fn search_every_position(text: &str, go: &str) {
    let mut record = Game::default();
    transcript::play(&mut record, text).unwrap();
    let mut session = Pure::new();
    let mut game = Game::default();
    for ply in record.plies() {
        session.send(&format!("position startpos moves {}", move_list(&game)));
        session.send(go);
        let lines = session.until("bestmove");
        check_search(&game, &lines);
        game.play(ply.mv).unwrap();
    }
    session.send(&format!("position startpos moves {text}"));
    session.send(go);
    let lines = session.until("bestmove");
    check_search(&game, &lines);
}

/// Egaroucid#376.
#[test]
fn a_game_is_analysed_with_one_table() {
    let game =
        "e6f6f5d6g7g6g5g4c3d3c2g8h8e7f7d2h7h6f8e3g3f4h5h3d7b3h4f3h2d8a4c1g2a3a2e8c8c7b7h1f1b8a8";
    search_every_position(game, "go depth 6");
}

/// reversatile#86 and the record of the most passes.
#[test]
fn games_full_of_passes_are_analysed() {
    let games = [
        "c4c3d3c5b3f4b5b4a5a3c6d6f3c2d1e6d2b6g4e2e3f2e1f1g1f5g6a6a7a2c7d7d8e7e8f7f6f8g8g5h4b1b2a1\
         c1a4a8b7b8c8h8g7h7h6h5h3h1g2",
        "F5d6C4g5D7c7H5d8B8b7B6a7b5A6a5b4B3c6E8f8C8a8e7a4b2A2c2D2d1e2F2c5c3a1a3e6d3f6F7f1g2H2e3F4b1\
         g1c1e1g8g7f3h1h3h4h6",
    ];
    for game in games {
        search_every_position(game, "go depth 3");
    }
}

/// Egaroucid#264.
#[test]
fn a_position_that_crashed_another_engine_is_searched() {
    let board = "--XO-O----XOOO--OOXXOOX--OOOXOO---OXOXXX-XXXXX----OXX-----X----- O";
    let mut session = Pure::new();
    session.send(&format!("position board {board}"));
    session.send("go depth 8");
    let game = Game::from_position(outflank::notation::board64::parse(board).unwrap());
    let lines = session.until("bestmove");
    check_search(&game, &lines);
}
