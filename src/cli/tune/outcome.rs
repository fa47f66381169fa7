//! What a run says, draws and proves.

use std::io::{self, Write};

use crate::arena::Tally;
use crate::arena::elo::score_of;
use crate::arena::sprt::{Sprt, Verdict};
use crate::learn::evolution::{Parameter, Round, SearchLimit};
use crate::report::{Line, Plot};

/// A line about a round.
pub(super) fn describe(round: &Round) -> String {
    let (best, spread) = round.best_and_spread();
    let point: Vec<String> = round.best.iter().map(|value| format!("{value:.2}")).collect();
    format!("generation {} best {best:+.2} spread {spread:.2} now {}", round.round, point.join(" "))
}

/// The fitness by generation, and the path of each parameter: weights together, each option by
/// itself.
pub(super) fn plots(parameters: &[Parameter], rounds: &[Round], unit: &str) -> Vec<Plot> {
    let line = |name: &str, value: &dyn Fn(&Round) -> f64| Line {
        name: name.into(),
        points: rounds.iter().map(|round| (round.round as f64, value(round))).collect(),
    };
    let plot = |title: &str, up: &str, lines| Plot {
        title: title.into(),
        across: "generation".into(),
        up: up.into(),
        lines,
    };
    let mean = |round: &Round| round.fitness.iter().sum::<f64>() / round.fitness.len() as f64;
    let fitness = vec![
        line("best candidate", &|round| round.best_and_spread().0),
        line("mean of all", &mean),
        line("spread", &|round| round.best_and_spread().1),
    ];
    let paths: Vec<(&Parameter, Line)> = parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| (parameter, line(&parameter.name, &|round| round.best[at])))
        .collect();
    let (weights, options): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|(parameter, _)| parameter.is_weight());
    let mut plots = vec![plot("Fitness against the baseline", unit, fitness)];
    if !weights.is_empty() {
        let lines = weights.into_iter().map(|(_, line)| line).collect();
        plots.push(plot("Weights of the best member", "weight", lines));
    }
    plots.extend(options.into_iter().map(|(parameter, line)| {
        plot(&format!("{} of the best member", parameter.name), "value", vec![line])
    }));
    plots
}

/// What the rounds in which it was measured say of a point, and how many these were.
pub(super) fn believed(point: &[f64], rounds: &[Round]) -> (f64, usize) {
    let measured: Vec<f64> = rounds
        .iter()
        .filter_map(|round| {
            let at = round.candidates.iter().position(|candidate| candidate == point)?;
            Some(round.fitness[at])
        })
        .collect();
    (measured.iter().sum::<f64>() / measured.len() as f64, measured.len())
}

/// The lines about a match of the best point against the baseline.
pub(super) fn tell_validation(
    out: &mut impl Write,
    limit: SearchLimit,
    tally: &Tally,
    sprt: &Sprt,
) -> io::Result<()> {
    let figures = tally.figures();
    let [low, elo, high] = figures.elo;
    let percent = |elo: f64| 100.0 * score_of(elo);
    let (elo0, elo1) = sprt.bounds();
    let verdict = match sprt.verdict(&tally.pairs) {
        Some(Verdict::Accepted) => "it is stronger",
        Some(Verdict::Rejected) => "it is not",
        None => "undecided",
    };
    writeln!(
        out,
        "{limit}: {:.1} % of {} games ({:.1} to {:.1}), Elo {elo:+.0} ({low:+.0} to \
         {high:+.0}), discs {:+.1} a game (standard error {:.1}); SPRT {elo0},{elo1}: {verdict}",
        100.0 * figures.score,
        figures.games,
        percent(low),
        percent(high),
        figures.discs,
        figures.discs_error,
    )
}
