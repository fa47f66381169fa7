//! The rules once more, as slowly and as plainly as possible: an 8 by 8 array, one step at a time.
//! Each test uses a part.
#![allow(dead_code, reason = "every test compiles this file and uses a part of it")]

use outflank::board::{Bitboard, Board, Square};

/// A disc, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disc {
    Mine,
    Theirs,
}
use Disc::{Mine, Theirs};

/// Rows from the top, columns from the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid([[Option<Disc>; 8]; 8]);

/// A direction and its opposite, for each of the four lines through a square.
const LINES: [[(i32, i32); 2]; 4] =
    [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]];

impl Grid {
    pub fn new(board: Board) -> Self {
        let mut grid = Self([[None; 8]; 8]);
        for square in Square::all() {
            let disc = &mut grid.0[usize::from(square.row())][usize::from(square.column())];
            if board.mover().has(square) {
                *disc = Some(Mine);
            } else if board.opponent().has(square) {
                *disc = Some(Theirs);
            }
        }
        grid
    }

    pub fn board(&self) -> Board {
        let discs = |disc| all().filter(|&at| self.at(at) == Some(Some(disc))).collect::<Vec<_>>();
        Board::new(set(&discs(Mine)), set(&discs(Theirs))).expect("a square holds one disc")
    }

    /// What is on a square, `None` off the board.
    fn at(&self, (x, y): (i32, i32)) -> Option<Option<Disc>> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.0.get(y)?.get(x).copied()
    }

    fn flipped_from(&self, from: (i32, i32)) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        for (dx, dy) in LINES.into_iter().flatten() {
            let ahead = |steps: i32| (from.0 + steps * dx, from.1 + steps * dy);
            let mut run = 0;
            while self.at(ahead(run + 1)) == Some(Some(Theirs)) {
                run += 1;
            }
            if self.at(ahead(run + 1)) == Some(Some(Mine)) {
                flips.extend((1..=run).map(ahead));
            }
        }
        flips
    }

    pub fn flips(&self, square: Square) -> Bitboard {
        set(&self.flipped_from(place(square)))
    }

    pub fn moves(&self) -> Bitboard {
        let legal = |&at: &_| self.at(at) == Some(None) && !self.flipped_from(at).is_empty();
        set(&all().filter(legal).collect::<Vec<_>>())
    }

    /// After a legal move, seen from the other side.
    pub fn play(&self, square: Square) -> Self {
        let mut grid = *self;
        for (x, y) in self.flipped_from(place(square)).into_iter().chain([place(square)]) {
            grid.0[y as usize][x as usize] = Some(Mine);
        }
        grid.pass()
    }

    pub fn pass(&self) -> Self {
        let other = |disc| if disc == Mine { Theirs } else { Mine };
        Self(self.0.map(|row| row.map(|disc| disc.map(other))))
    }

    pub fn is_over(&self) -> bool {
        self.moves().is_empty() && self.pass().moves().is_empty()
    }

    /// Discs of the mover minus those of the opponent, empty squares counted for the winner.
    pub fn final_score(&self) -> i32 {
        let count = |what| all().filter(|&at| self.at(at) == Some(what)).count() as i32;
        let (mine, theirs, empty) = (count(Some(Mine)), count(Some(Theirs)), count(None));
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => mine + empty - theirs,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => mine - theirs - empty,
        }
    }

    /// The mover's discs that are stable because, along each of the four lines, the line is full
    /// or a neighbour is off the board or one of these discs itself.
    pub fn stable(&self) -> Bitboard {
        let full = |from: (i32, i32), (dx, dy): (i32, i32)| {
            let line = (1..8).map(|steps| self.at((from.0 + steps * dx, from.1 + steps * dy)));
            line.take_while(Option::is_some).all(|square| square != Some(None))
        };
        let mut stable = Vec::new();
        loop {
            let found = all().find(|&at| {
                self.at(at) == Some(Some(Mine))
                    && !stable.contains(&at)
                    && LINES.iter().all(|line| {
                        line.iter().all(|&way| full(at, way))
                            || line.iter().any(|&(dx, dy)| {
                                let beside = (at.0 + dx, at.1 + dy);
                                self.at(beside).is_none() || stable.contains(&beside)
                            })
                    })
            });
            match found {
                Some(at) => stable.push(at),
                None => return set(&stable),
            }
        }
    }

    /// The degrees of stability of the mover's discs: for each disc the lines through it in which the
    /// first cells of another colour, looking both ways, are off the board, one of them at least, or
    /// both the opponent's.
    pub fn degrees_of_stability(&self) -> u32 {
        let counts = |from: (i32, i32), ways: [(i32, i32); 2]| {
            let [one, other] = ways.map(|(dx, dy)| {
                (1..)
                    .map(|steps| self.at((from.0 + steps * dx, from.1 + steps * dy)))
                    .find(|&cell| cell != Some(Some(Mine)))
                    .expect("the board ends")
            });
            let theirs = Some(Some(Theirs));
            one.is_none() || other.is_none() || one == theirs && other == theirs
        };
        let discs = all().filter(|&at| self.at(at) == Some(Some(Mine)));
        discs.map(|at| LINES.iter().filter(|&&ways| counts(at, ways)).count() as u32).sum()
    }
}

fn all() -> impl Iterator<Item = (i32, i32)> {
    (0..8).flat_map(|y| (0..8).map(move |x| (x, y)))
}

fn place(square: Square) -> (i32, i32) {
    (square.column().into(), square.row().into())
}

fn set(places: &[(i32, i32)]) -> Bitboard {
    places.iter().map(|&(x, y)| Square::at(x as u8, y as u8)).collect()
}
