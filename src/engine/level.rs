//! The levels: players of a strength that people can meet.
//!
//! A level looks as many plies ahead as it does, sees there what it sees, and nothing else: it cuts
//! nothing on shallow searches and solves nothing that lies beyond its depth. Its answer is decided
//! by the position, the seed and the limits alone, whatever was searched before.

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Engine, Options};
use crate::board::Board;
use crate::eval::{Classic, Evaluation, Score};
use crate::search::{AllocationError, SearchMargins, SearchRequest, Table};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The English name.
    pub name: &'static str,
    /// The Chinese name.
    pub chinese: &'static str,
    /// What it sees of a board.
    pub sees: Classic,
    /// How many plies it looks ahead.
    pub depth: u32,
    /// Each of its first moves is drawn from those at most so many centidiscs worse than the best.
    pub variety: u32,
    /// The strength, on a scale on which level 4 is 1500 by definition.
    pub elo: u32,
}

/// The levels 1 to 8, each of which beats the one below it in about six games of seven.
///
/// Depths and weights were found by matches between neighbours; the ratings are those of the table
/// in the README.
pub static LEVELS: [Level; 8] = [
    Level {
        name: "Rookie",
        chinese: "菜鸟",
        sees: Classic { discs: 100, ..NOTHING },
        depth: 1,
        variety: 200,
        elo: 600,
    },
    Level {
        name: "Novice",
        chinese: "新手",
        sees: Classic { discs: 100, edges: 50, corners: 300, ..NOTHING },
        depth: 2,
        variety: 100,
        elo: 930,
    },
    Level {
        name: "Beginner",
        chinese: "入门",
        sees: Classic { discs: 20, edges: 100, corners: 600, ..NOTHING },
        depth: 3,
        variety: 100,
        elo: 1225,
    },
    Level {
        name: "Player",
        chinese: "棋手",
        sees: Classic { discs: 20, edges: 100, corners: 600, ..NOTHING },
        depth: 4,
        variety: 100,
        elo: ANCHOR,
    },
    Level {
        name: "Adept",
        chinese: "棋士",
        sees: Classic { discs: 10, edges: 50, corners: 600, mobility: 50, ..NOTHING },
        depth: 4,
        variety: 80,
        elo: 1790,
    },
    Level {
        name: "Master",
        chinese: "大师",
        sees: Classic { discs: 5, edges: 50, corners: 600, mobility: 80, ..NOTHING },
        depth: 5,
        variety: 60,
        elo: 2085,
    },
    Level {
        name: "Grandmaster",
        chinese: "宗师",
        // A loose disc is a burden and one with four degrees an asset: with the sign of discs as
        // below, what sees stability loses to what does not (40 % of 600 games at depth 3).
        sees: Classic { discs: -60, edges: 20, corners: 600, mobility: 100, stability: 20 },
        depth: 6,
        variety: 50,
        elo: 2405,
    },
    Level {
        name: "Sage",
        chinese: "棋圣",
        sees: Classic { discs: -60, edges: 20, corners: 600, mobility: 100, stability: 20 },
        depth: 9,
        variety: 40,
        elo: 2800,
    },
];

/// Set and not measured: what clubs give to who is new to them.
const ANCHOR: u32 = 1500;
const NOTHING: Classic = Classic { discs: 0, edges: 0, corners: 0, mobility: 0, stability: 0 };

/// With fewer discs on the board a level draws its moves: some ten plies.
const DRAWN_BELOW: u32 = 14;
/// A search ends after so many nodes, a tenth of a second, with the depth before. Only Sage comes
/// that far.
const NODES: u64 = 200_000;
/// MiB of a level's table.
const TABLE: usize = 1;

impl Level {
    /// What it thinks of boards.
    pub(super) const fn evaluation(&self) -> Evaluation {
        Evaluation::Classic(self.sees)
    }

    /// A table for one search.
    pub(super) fn table() -> Result<Arc<Table>, AllocationError> {
        Table::new(TABLE).map(Arc::new)
    }

    /// Has the request searched as this level does. What limits it still does.
    pub(super) fn restrain(&self, request: &mut SearchRequest, seed: u64) {
        let limits = &mut request.limits;
        limits.depth = Some(limits.depth.unwrap_or(u32::MAX).min(self.depth));
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(NODES));
        limits.win_loss_draw = false;
        request.endgame_depth = 0;
        request.selectivity = 100;
        request.margins = SearchMargins::default();
        request.draw = Score::DRAW;
        request.threads = 1;
        request.seed = seed;
        if discs(request.board) < DRAWN_BELOW {
            request.variety = request.variety.max(self.variety);
        }
    }
}

const fn discs(board: Board) -> u32 {
    64 - board.empties().len()
}

impl Engine {
    /// The level in use in the current position, 1 to 8; `None` at full strength.
    pub fn level(&self) -> Option<usize> {
        self.options.level_on(self.position().board, self.level_seed())
    }

    /// What decides a level's draws.
    pub(super) const fn level_seed(&self) -> u64 {
        self.options.seed ^ self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Options {
    /// Whether a level plays.
    pub const fn has_level(&self) -> bool {
        self.level > 0 || self.limit_strength
    }

    /// The same options, but no level plays.
    #[must_use]
    pub fn at_full_strength(mut self) -> Self {
        (self.level, self.limit_strength) = (0, false);
        self
    }

    /// The number of the level that plays on this board, if one does.
    ///
    /// For a rating between those of two levels now one plays and now the other, the stronger one
    /// in that part of the moves by which the rating lies above the weaker one's.
    fn level_on(&self, board: Board, seed: u64) -> Option<usize> {
        if self.level > 0 {
            return Some(self.level as usize);
        }
        if !self.limit_strength {
            return None;
        }
        let above = LEVELS.partition_point(|level| level.elo <= self.elo);
        let (Some(weaker), Some(stronger)) = (LEVELS.get(above - 1), LEVELS.get(above)) else {
            return Some(above);
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ board.hash() ^ WHO_PLAYS);
        let is_stronger = random.random_range(weaker.elo..stronger.elo) < self.elo;
        Some(above + usize::from(is_stronger))
    }
}

/// Parts the draw of who plays from the draw of a move.
const WHO_PLAYS: u64 = 0x2545_f491_4f6c_dd1d;
