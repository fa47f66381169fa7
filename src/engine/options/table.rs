//! The one table of options.

use super::super::level::LEVELS;
use super::files::{EvalFile, NetworkFile, load_weights};
use super::{EvalKind, Kind, OptionError, OptionSpec, Options, SearchKind};

/// All options, in the order in which they are listed.
pub static OPTIONS: [OptionSpec; 31] = [
    OptionSpec {
        name: "Hash",
        help: "Size of the transposition table, with Search mcts that of the tree and the table, in \
               MiB; what they held is lost when it changes.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 1,
            max: 1 << 20,
            get: |options| options.hash.into(),
            set: |options, value| options.hash = value as u32,
        },
    },
    OptionSpec {
        name: "Threads",
        help: "How many threads search; with more than one, nodes and estimates may vary.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 1,
            max: 256,
            get: |options| options.threads.into(),
            set: |options, value| options.threads = value as u32,
        },
    },
    OptionSpec {
        name: "Clear Hash",
        help: "Empties the table and the tree.",
        is_tunable: false,
        kind: Kind::Button,
    },
    OptionSpec {
        name: "Ponder",
        help: "Says that the GUI may send `go ponder`; changes nothing by itself.",
        is_tunable: false,
        kind: Kind::Check {
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
    },
    OptionSpec {
        name: "MultiPV",
        help: "How many of the best moves get a line with a score of their own.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 1,
            max: 64,
            get: |options| options.multi_pv.into(),
            set: |options, value| options.multi_pv = value as u32,
        },
    },
    OptionSpec {
        name: "EndgameDepth",
        help: "With so many empty squares or fewer the game is solved exactly, whatever the depth; \
               0: the depth decides.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: 60,
            get: |options| options.endgame_depth.into(),
            set: |options, value| options.endgame_depth = value as u32,
        },
    },
    OptionSpec {
        name: "MoveOverhead",
        help: "Milliseconds of the clock kept back for the way between engine and clock.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.move_overhead.into(),
            set: |options, value| options.move_overhead = value as u32,
        },
    },
    OptionSpec {
        name: "Contempt",
        help: "A draw counts as so many centidiscs less than even for the side that is to move \
               when the search begins; negative seeks draws.",
        is_tunable: false,
        kind: Kind::Spin {
            min: -6400,
            max: 6400,
            get: |options| options.contempt.into(),
            set: |options, value| options.contempt = value as i32,
        },
    },
    OptionSpec {
        name: "Variety",
        help: "The move is drawn from those at most so many centidiscs worse than the best; 0: \
               always the best.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: 6400,
            get: |options| options.variety.into(),
            set: |options, value| options.variety = value as u32,
        },
    },
    OptionSpec {
        name: "Selectivity",
        help: "Lines are cut on shallow searches of which so many percent are right; 100: none is.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 73,
            max: 100,
            get: |options| options.selectivity.into(),
            set: |options, value| options.selectivity = value as u32,
        },
    },
    OptionSpec {
        name: "Search",
        help: "How moves are found: by alpha-beta, or by a tree of visits that the evaluation \
               guides (Monte Carlo tree search).",
        is_tunable: false,
        kind: Kind::Combo {
            values: &["alphabeta", "mcts"],
            get: |options| options.search as usize,
            set: |options, value| options.search = SearchKind::ALL[value],
        },
    },
    OptionSpec {
        name: "RolloutWeight",
        help: "With Search mcts, a game of random moves counts so many percent of a new board's \
               value, the evaluation the rest; 100: there is no evaluation.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: 100,
            get: |options| options.tree.rollout_weight.into(),
            set: |options, value| options.tree.rollout_weight = value as u32,
        },
    },
    OptionSpec {
        name: "Seed",
        help: "Decides the draws of Variety and Level and the random games of RolloutWeight, \
               together with the position.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: i64::MAX,
            get: |options| options.seed as i64,
            set: |options, value| options.seed = value as u64,
        },
    },
    OptionSpec {
        name: "EvalFile",
        help: "A file of pattern weights for Eval pattern; empty: those in the program.",
        is_tunable: false,
        kind: Kind::Text {
            get: |options| options.eval_file.path.clone(),
            set: |options, value| {
                options.eval_file = EvalFile::load(value)?;
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "NetworkFile",
        help: "A safetensors file of a network for Eval network; empty: the one in the program.",
        is_tunable: false,
        kind: Kind::Text {
            get: |options| options.network_file.path.clone(),
            set: |options, value| {
                options.network_file = NetworkFile::load(value)?;
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "WeightsFile",
        help: "A JSON file of tuned weights to set Weights from; empty: none, the weights stay as \
               they are.",
        is_tunable: false,
        kind: Kind::Text {
            get: |options| options.weights_file.clone(),
            set: |options, value| {
                if !value.is_empty() {
                    options.weights = load_weights(value)?;
                }
                options.weights_file = value.into();
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "Weights",
        help: "Weights of mobility, corner, edge, frontier and discs, or tuned or classic; setting \
               them selects Eval features.",
        is_tunable: false,
        kind: Kind::Text {
            get: |options| options.weights.to_string(),
            set: |options, value| {
                options.weights = value.parse().map_err(OptionError::Weights)?;
                options.weights_file.clear();
                Ok(())
            },
        },
    },
    OptionSpec {
        name: "Eval",
        help: "The evaluation: learned patterns, five weighted features, the table of square \
               values, or a neural network.",
        is_tunable: false,
        kind: Kind::Combo {
            values: &["pattern", "features", "positional", "network"],
            get: |options| options.eval as usize,
            set: |options, value| options.eval = EvalKind::ALL[value],
        },
    },
    OptionSpec {
        name: "Level",
        help: "Plays as a person of this level might, 1 the weakest; 0: with full strength.",
        is_tunable: false,
        kind: Kind::Spin {
            min: 0,
            max: LEVELS.len() as i64,
            get: |options| options.level.into(),
            set: |options, value| options.level = value as u32,
        },
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        help: "Plays with the strength that UCI_Elo says, unless Level does.",
        is_tunable: false,
        kind: Kind::Check {
            get: |options| options.limit_strength,
            set: |options, value| options.limit_strength = value,
        },
    },
    OptionSpec {
        name: "UCI_Elo",
        help: "The rating to play with, on the scale of the levels.",
        is_tunable: false,
        kind: Kind::Spin {
            min: LEVELS[0].elo as i64,
            max: LEVELS[LEVELS.len() - 1].elo as i64,
            get: |options| options.elo.into(),
            set: |options, value| options.elo = value as u32,
        },
    },
    OptionSpec {
        name: "UCI_Variant",
        help: "How positions and moves are written: Othello's way, or Fairy-Stockfish's for its \
               variant flipello.",
        is_tunable: false,
        // For protocols to ask for: the engine itself knows no notation.
        kind: Kind::Combo {
            values: &["othello", "flipello"],
            get: |options| options.flipello.into(),
            set: |options, value| options.flipello = value == 1,
        },
    },
    tunable(
        "ProbCutWidth",
        "Width of the margins of cuts on shallow searches, in percent of what was measured.",
        (10, 500),
        |options| options.margins.probcut_width.into(),
        |options, value| options.margins.probcut_width = value as i32,
    ),
    tunable(
        "ProbCutSolveWidth",
        "The same for cuts within a solve.",
        (10, 500),
        |options| options.margins.probcut_solve_width.into(),
        |options, value| options.margins.probcut_solve_width = value as i32,
    ),
    tunable(
        "ProbCutDepth",
        "Searches of so many plies or more are worth a shallow one before.",
        (3, 60),
        |options| options.margins.probcut_depth.into(),
        |options, value| options.margins.probcut_depth = value as u32,
    ),
    tunable(
        "AspirationWindow",
        "Half of the first window around the value of the depth before, in centidiscs.",
        (1, 6400),
        |options| options.margins.aspiration.into(),
        |options, value| options.margins.aspiration = value as i32,
    ),
    tunable(
        "SelectiveSolveFrom",
        "With so many empty squares or more, a solve goes through selective ones first.",
        (1, 60),
        |options| options.margins.selective_solve_from.into(),
        |options, value| options.margins.selective_solve_from = value as u32,
    ),
    tunable(
        "SolveEstimateFrom",
        "A solve sorts moves by their estimates too from so many empty squares on.",
        (9, 60),
        |options| options.margins.estimate_from.into(),
        |options, value| options.margins.estimate_from = value as u32,
    ),
    tunable(
        "SolveLookAheadFrom",
        "A solve sorts moves by the estimates after the best replies too from so many empty \
         squares on.",
        (9, 60),
        |options| options.margins.look_ahead_from.into(),
        |options, value| options.margins.look_ahead_from = value as u32,
    ),
    tunable(
        "SolveEstimateScale",
        "So many centidiscs of estimate count as much as one point of what else a solve sorts \
         moves by.",
        (1, 10_000),
        |options| options.margins.estimate_scale.into(),
        |options, value| options.margins.estimate_scale = value as i32,
    ),
    tunable(
        "TreeExploration",
        "With Search mcts, how much promise counts against what was found, in percent.",
        (1, 1000),
        |options| options.tree.exploration.into(),
        |options, value| options.tree.exploration = value as u32,
    ),
];

/// A number of the search for those who tune it.
const fn tunable(
    name: &'static str,
    help: &'static str,
    (min, max): (i64, i64),
    get: fn(&Options) -> i64,
    set: fn(&mut Options, i64),
) -> OptionSpec {
    OptionSpec { name, help, is_tunable: true, kind: Kind::Spin { min, max, get, set } }
}
