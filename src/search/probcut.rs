//! Multi-ProbCut: a shallow search tells with some confidence what a deep one would find.
//!
//! M. Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm" (1995), and
//! "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello" (1997).

use super::negamax::{Searcher, Stopped};
use super::node::Node;
use super::params;
use super::window::Window;
use crate::eval::{Evaluator, Score};

/// How much a search trusts shallow results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selectivity {
    percent: u8,
}

/// Two-sided widths of the normal distribution in hundredths of a standard deviation, for
/// 100 (no cut is wide enough), 99, 98 ... 70 percent.
const WIDTHS: [i32; 31] = [
    0, 258, 233, 217, 205, 196, 188, 181, 175, 170, 164, 160, 155, 151, 148, 144, 141, 137, 134,
    131, 128, 125, 123, 120, 117, 115, 113, 110, 108, 106, 104,
];

impl Selectivity {
    /// Cuts of which so many percent should be right, 70 to 100.
    pub fn new(percent: u32) -> Self {
        Self { percent: percent.clamp(70, 100) as u8 }
    }

    pub const fn is_none(self) -> bool {
        self.percent == 100
    }

    pub const fn percent(self) -> u8 {
        self.percent
    }

    /// How wide the margin is for results that err by `sigma`; `width` percent of that.
    fn margin(self, sigma: u16, width: i32) -> i32 {
        i32::from(sigma) * WIDTHS[usize::from(100 - self.percent)] / 100 * width / 100
    }
}

/// Shallow searches may rest on shallower ones, but these on none: +45 Elo (22 to 70) over none
/// within another, 600 games at 20,000 nodes a move, and 44 % fewer nodes to depth 14.
const MOST_NESTED: u32 = 2;

/// An estimate needs no search to be believed if it is beyond so many percent of the margin: +17
/// Elo (-8 to 42), 600 games at 20,000 nodes a move, and 20 % fewer nodes to depth 14.
const AT_SIGHT: i32 = 200;

/// The depth of the shallow search for a deep one: about half, of the same parity.
pub const fn shallow_depth(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// The depth of the estimate before solving so many empty squares.
pub const fn shallow_depth_before_solve(empties: u32) -> u32 {
    2 * (empties / 8) + empties % 2
}

impl<E: Evaluator> Searcher<'_, E> {
    /// In a null window, looks whether the estimate or a shallow search makes the deep one needless;
    /// then, what the deep one would have said.
    pub fn probcut(
        &mut self,
        node: &Node<E::View>,
        window: Window,
        depth: u32,
        empties: u32,
        ply: usize,
    ) -> Result<Option<Score>, Stopped> {
        if self.selectivity.is_none()
            || depth < self.margins.probcut_depth
            || self.probcuts >= MOST_NESTED
        {
            return Ok(None);
        }
        let sigma = self.spread.of(params::sigma(depth, empties));
        let margin = self.selectivity.margin(sigma, self.margins.probcut_width);
        let (high, low) = (window.beta.plus(margin), window.alpha.plus(-margin));
        if high.is_decided() || low.is_decided() {
            return Ok(None);
        }
        let estimate = self.evaluator.evaluate_view(node.board, &node.view);
        let far = margin * AT_SIGHT / 100;
        if estimate >= window.beta.plus(far) {
            return Ok(Some(window.beta));
        }
        if estimate <= window.alpha.plus(-far) {
            return Ok(Some(window.alpha));
        }
        let shallow = shallow_depth(depth);
        // A side that the estimate is far from is not worth asking about.
        if estimate >= window.beta {
            let bound = Window::null(high.plus(-1));
            let score = self.within_probcut(|this| this.search(node, bound, shallow, ply))?;
            if score >= high {
                return Ok(Some(window.beta));
            }
        } else {
            let bound = Window::null(low);
            let score = self.within_probcut(|this| this.search(node, bound, shallow, ply))?;
            if score <= low {
                return Ok(Some(window.alpha));
            }
        }
        Ok(None)
    }

    /// The same before a solve: whether the result is above `alpha` discs, as far as an estimate
    /// can tell.
    pub fn probcut_solve(
        &mut self,
        node: &Node<E::View>,
        alpha: i32,
        empties: u32,
    ) -> Result<Option<i32>, Stopped> {
        // Results do not know whose draw is worth more, so that estimates cannot be held against
        // them where that counts.
        if self.selectivity.is_none() || self.probcuts >= MOST_NESTED || self.draw != Score::DRAW {
            return Ok(None);
        }
        let sigma = params::solve_sigma(empties);
        let margin = self.selectivity.margin(sigma, self.margins.probcut_solve_width);
        let depth = shallow_depth_before_solve(empties);
        // Results are even; this odd one parts those above alpha from the others.
        let between = 100 * (alpha + 1 - (alpha & 1));
        let estimate_for = |result| Score::heuristic(self.spread.estimate_for(result));
        let (high, low) = (estimate_for(between + margin), estimate_for(between - margin));
        if self.evaluator.evaluate_view(node.board, &node.view) >= estimate_for(between) {
            let bound = Window::null(high.plus(-1));
            let search = |this: &mut Self| this.search(node, bound, depth, 0);
            let above = between + margin < 6400 && self.within_probcut(search)? >= high;
            Ok(above.then_some(alpha + 2 - (alpha & 1)))
        } else {
            let bound = Window::null(low);
            let search = |this: &mut Self| this.search(node, bound, depth, 0);
            let below = between - margin > -6400 && self.within_probcut(search)? <= low;
            Ok(below.then_some(alpha - (alpha & 1)))
        }
    }

    fn within_probcut<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let selective_depth = self.selective_depth;
        self.probcuts += 1;
        let result = search(self);
        self.probcuts -= 1;
        self.selective_depth = selective_depth;
        result
    }
}

/// How far an evaluation's estimates err, compared with the one the margins were fitted with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spread(pub f64);

impl Spread {
    fn of(self, sigma: u16) -> u16 {
        (f64::from(sigma) * self.0) as u16
    }

    /// The estimate that predicts a result, both in centidiscs.
    fn estimate_for(self, result: i32) -> i32 {
        (f64::from(result) * self.0 / params::RESULT_PER_ESTIMATE) as i32
    }
}
