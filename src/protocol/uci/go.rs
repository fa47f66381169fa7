//! The arguments of `go`.

use std::time::Duration;

use super::super::turns::is_endless;
use super::super::words;
use super::notation::Notation;
use crate::board::Color;
use crate::notation::excerpt;
use crate::search::{Clock, Limits};

/// What a `go` line asks for.
#[derive(Debug)]
pub(super) enum GoLine<'a> {
    Search(Box<SearchLine<'a>>),
    /// `go perft` with what follows it.
    Perft(&'a str),
}

/// The arguments of a search; clocks are kept for both sides until it is known who is to move.
#[derive(Debug, Default)]
pub(super) struct SearchLine<'a> {
    /// The words after `searchmoves`: what moves they are is for the position to say.
    pub search_moves: Vec<&'a str>,
    /// All limits; the clock is Black's, see [`SearchLine::limits`].
    pub limits: Limits,
    black: Times,
    white: Times,
    moves_to_go: Option<u32>,
}

/// One side's clock as given.
#[derive(Debug, Default, Clone, Copy)]
struct Times {
    left: Option<Duration>,
    increment: Option<Duration>,
}

const KEYWORDS: [&str; 19] = [
    "searchmoves",
    "ponder",
    "btime",
    "wtime",
    "binc",
    "winc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "exact",
    "wld",
    "perft",
];

impl<'a> GoLine<'a> {
    /// Reads the arguments in any order; unknown words are skipped.
    pub fn read(arguments: &'a str, notation: Notation) -> Result<Self, String> {
        let mut line = SearchLine::default();
        let mut mate = false;
        let mut solve = false;
        let mut rest = arguments;
        while let Some((word, after)) = words::split_first(rest) {
            rest = after;
            let ms = |value: i64| Some(Duration::from_millis(value.max(0).unsigned_abs()));
            match word {
                "perft" => return Ok(Self::Perft(after)),
                "ponder" => line.limits.ponder = true,
                "infinite" => line.limits.infinite = true,
                "exact" => solve = true,
                "wld" => {
                    solve = true;
                    line.limits.win_loss_draw = true;
                }
                "searchmoves" => rest = line.read_moves(after),
                "btime" | "wtime" | "p1time" | "p2time" => {
                    line.times(word, notation).left = ms(number(word, &mut rest)?);
                }
                "binc" | "winc" | "p1inc" | "p2inc" => {
                    line.times(word, notation).increment = ms(number(word, &mut rest)?);
                }
                "movetime" => line.limits.move_time = ms(number(word, &mut rest)?),
                "movestogo" => {
                    // Managers say 0 where there is no further time control.
                    let moves = number(word, &mut rest)?;
                    line.moves_to_go = u32::try_from(moves).ok().filter(|&moves| moves > 0);
                }
                "depth" => {
                    line.limits.depth =
                        Some(at_least_one(word, &mut rest)?.min(Limits::TO_THE_END.into()) as u32);
                }
                "nodes" => line.limits.nodes = Some(at_least_one(word, &mut rest)?),
                "mate" => {
                    number(word, &mut rest)?;
                    mate = true;
                }
                _ => {}
            }
        }
        if solve {
            // Whatever depth stands beside it.
            line.limits.depth = Some(Limits::TO_THE_END);
        }
        line.limits.clock = line.clock(Color::Black);
        let limits = &mut line.limits;
        if is_endless(limits) {
            limits.win_loss_draw |= mate && !limits.infinite;
            // A bare `go` waits for stop.
            limits.infinite |= !mate && !limits.ponder;
        }
        Ok(Self::Search(Box::new(line)))
    }
}

impl<'a> SearchLine<'a> {
    /// The limits for the side that is to move.
    pub fn limits(&self, side: Color) -> Limits {
        Limits { clock: self.clock(side), ..self.limits.clone() }
    }

    /// The mover's clock; if only the other side's is given, that one. Where there are only
    /// increments, they are all there is.
    fn clock(&self, side: Color) -> Option<Clock> {
        let (own, other) = match side {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        let times = [own, other].into_iter().find(|times| times.left.is_some()).or_else(|| {
            let increments = [own, other].into_iter().find(|times| times.increment.is_some())?;
            Some(Times { left: Some(Duration::ZERO), ..increments })
        })?;
        Some(Clock {
            left: times.left?,
            increment: times.increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
            overhead: Duration::ZERO,
        })
    }

    /// The side that this word tells the time of.
    fn times(&mut self, word: &str, notation: Notation) -> &mut Times {
        let first = match notation {
            Notation::Othello => 'b',
            Notation::Flipello => 'w',
        };
        if word.starts_with(first) || word.starts_with("p1") {
            &mut self.black
        } else {
            &mut self.white
        }
    }

    /// Takes words up to a keyword or the end; returns what follows.
    fn read_moves(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        while let Some((word, after)) = words::split_first(rest) {
            if KEYWORDS.contains(&word) {
                break;
            }
            self.search_moves.push(word);
            rest = after;
        }
        rest
    }
}

/// Takes the number after a keyword.
fn number(keyword: &str, rest: &mut &str) -> Result<i64, String> {
    let Some((word, after)) = words::split_first(rest) else {
        return Err(format!("{keyword} wants a number"));
    };
    *rest = after;
    // A whole number, or one with decimals as some managers send; too large is as good as endless.
    word.parse::<i64>()
        .ok()
        .or_else(|| word.parse::<f64>().ok().filter(|x| x.is_finite()).map(|x| x as i64))
        .ok_or_else(|| format!("{keyword} wants a number, not '{}'", excerpt(word)))
}

/// Takes a number after a keyword; one below 1 is taken as 1, so that there is an answer.
fn at_least_one(keyword: &str, rest: &mut &str) -> Result<u64, String> {
    Ok(number(keyword, rest)?.max(1).unsigned_abs())
}

#[cfg(test)]
#[expect(clippy::panic, reason = "in a test it is the way to say that something is wrong")]
mod tests {
    use super::*;

    fn limits(arguments: &str) -> Limits {
        match GoLine::read(arguments, Notation::Othello) {
            Ok(GoLine::Search(line)) => line.limits(Color::Black),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn to_solve_has_an_end_of_its_own() {
        let exact = Limits { depth: Some(Limits::TO_THE_END), ..Limits::default() };
        assert_eq!(limits("exact"), exact);
        assert_eq!(limits("depth 8 exact"), exact, "solved, whatever depth");
        let wld = Limits { win_loss_draw: true, ..exact };
        assert_eq!(limits("wld"), wld);
        assert_eq!(limits("exact wld"), wld);
        assert!(!is_endless(&limits("wld")));
        assert!(is_endless(&limits("exact infinite")));
    }

    #[test]
    fn solving_can_be_cut_short() {
        let one_second = Duration::from_secs(1);
        let limits = limits("wld movetime 1000 nodes 5000 btime 1000");
        assert_eq!(limits.move_time, Some(one_second));
        assert_eq!(limits.nodes, Some(5000));
        assert_eq!(limits.clock.map(|clock| clock.left), Some(one_second));
        assert!(limits.win_loss_draw && limits.depth == Some(Limits::TO_THE_END));
    }

    #[test]
    fn exact_and_wld_end_a_list_of_moves() {
        for word in ["exact", "wld"] {
            let text = format!("searchmoves d3 c4 {word}");
            let Ok(GoLine::Search(line)) = GoLine::read(&text, Notation::Othello) else {
                panic!("not a search")
            };
            assert_eq!(line.search_moves, ["d3", "c4"]);
            assert_eq!(line.limits.depth, Some(Limits::TO_THE_END));
        }
    }

    #[test]
    fn clocks_follow_the_colours_of_the_notation() {
        let left = |arguments: &str, notation, side| match GoLine::read(arguments, notation) {
            Ok(GoLine::Search(line)) => line.limits(side).clock.map(|clock| clock.left.as_millis()),
            other => panic!("{other:?}"),
        };
        let times = "btime 1000 wtime 2000";
        assert_eq!(left(times, Notation::Othello, Color::Black), Some(1000));
        assert_eq!(left(times, Notation::Othello, Color::White), Some(2000));
        assert_eq!(left(times, Notation::Flipello, Color::Black), Some(2000));
        assert_eq!(left(times, Notation::Flipello, Color::White), Some(1000));
        let times = "p1time 1000 p2time 2000";
        assert_eq!(left(times, Notation::Flipello, Color::Black), Some(1000));
        assert_eq!(left(times, Notation::Flipello, Color::White), Some(2000));
    }
}
