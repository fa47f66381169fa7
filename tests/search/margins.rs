//! The numbers that can be tuned: all of them at work, none of them over what is exact.

use outflank::board::{Bitboard, Board, Color, Game, Position, Square};
use outflank::engine::{Engine, EngineLimits, Go, Kind, OPTIONS, OptionSpec, Options};
use outflank::eval::{Evaluator, Pattern, Score};
use outflank::search::{
    Knowledge, Limits, SearchEvent, SearchMargins, SearchRequest, StopSignal, run,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::asking::{fresh_table, request};
use super::positions::{random, random_board};

/// The patterns with nothing kept from move to move.
struct Afresh(Pattern);

impl Evaluator for Afresh {
    type View = ();

    fn view(&self, _: Board) {}

    fn view_after(&self, (): &(), _: Square, _: Bitboard) {}

    fn view_after_pass(&self, (): &()) {}

    fn evaluate_view(&self, board: Board, (): &()) -> Score {
        self.0.evaluate(board)
    }

    fn spread(&self) -> f64 {
        self.0.spread()
    }
}

/// Any margins that an option allows; half of the time the usual one.
fn any_margins(rng: &mut ChaCha8Rng) -> SearchMargins {
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    let mut value = |name: &str| {
        let spec = OPTIONS.iter().find(|spec| spec.name == name && spec.is_tunable).unwrap();
        let Kind::Spin { min, max, .. } = spec.kind else { panic!("{name}") };
        if rng.random() {
            let value = rng.random_range(min..=max.min(10 * min.max(6))).to_string();
            engine.set_option(name, Some(&value)).unwrap();
        }
        engine.option(name).unwrap().parse::<i32>().unwrap()
    };
    SearchMargins {
        probcut_width: value("ProbCutWidth"),
        probcut_solve_width: value("ProbCutSolveWidth"),
        probcut_depth: value("ProbCutDepth").cast_unsigned(),
        aspiration: value("AspirationWindow"),
        selective_solve_from: value("SelectiveSolveFrom").cast_unsigned(),
        estimate_from: value("SolveEstimateFrom").cast_unsigned(),
        look_ahead_from: value("SolveLookAheadFrom").cast_unsigned(),
        estimate_scale: value("SolveEstimateScale"),
    }
}

/// Nodes, score and kind of each depth.
fn found(
    request: &SearchRequest,
    evaluator: &(impl Evaluator + Sync),
) -> Vec<(u64, Score, Knowledge)> {
    let mut found = Vec::new();
    run(request, evaluator, &fresh_table(), &StopSignal::default(), &mut |event| {
        if let SearchEvent::Iteration(iteration) = event {
            let line = &iteration.lines[0];
            found.push((iteration.progress.nodes, line.score, line.kind));
        }
    });
    found
}

#[test]
fn whatever_the_margins_what_is_exact_stays_and_estimates_are_those_of_the_board() {
    let mut rng = random(60);
    let (pattern, afresh) = (Pattern::shipped(), Afresh(Pattern::shipped()));
    for number in 0..60 {
        let board = random_board(&mut rng, 10 + number % 9);
        let usual = SearchRequest { selectivity: 73, ..request(board) };
        let exact = found(&usual, &pattern);
        let request = SearchRequest { margins: any_margins(&mut rng), ..usual };
        let other = found(&request, &pattern);
        let last = |found: &[(u64, Score, Knowledge)]| found.last().map(|last| (last.1, last.2));
        assert_eq!(last(&other), last(&exact), "{request:?}");
        assert_eq!(last(&exact).unwrap().1, Knowledge::Exact);
        // Were a view not kept up where it is looked at, moves would be sorted or cut otherwise.
        assert_eq!(other, found(&request, &afresh), "{request:?}");
    }
}

/// A game at 18 empty squares, to be searched in this way.
fn engine(search: &str) -> Engine {
    let mut engine = Engine::new(Options::default(), EngineLimits::default());
    engine.set_option("Hash", Some("4")).unwrap();
    engine.set_option("Search", Some(search)).unwrap();
    let board = random_board(&mut random(61), 18);
    engine.set_game(Game::from_position(Position { board, side: Color::Black }));
    engine
}

/// What a search comes to: one that might have been broken off, to the end of the game, or one of
/// a few visits.
fn played(engine: &mut Engine) -> (u64, Option<Score>) {
    let is_tree = engine.option("Search").as_deref() == Some("mcts");
    let nodes = Some(if is_tree { 300 } else { u64::MAX });
    let thought =
        engine.think(Go { limits: Limits { nodes, ..Limits::default() }, ..Go::default() });
    let thought = thought.unwrap();
    (thought.finished.nodes, thought.score)
}

#[test]
fn every_tunable_sets_itself_alone_and_is_at_work() {
    for (search, is_its_own) in [("alphabeta", false), ("mcts", true)] {
        check_tunables(search, |spec| spec.name.starts_with("Tree") == is_its_own);
    }
}

fn check_tunables(search: &str, is_its_own: impl Fn(&OptionSpec) -> bool) {
    let usual = played(&mut engine(search));
    let mut engine = engine(search);
    let values = |engine: &Engine| -> Vec<Option<String>> {
        OPTIONS.iter().map(|spec| engine.option(spec.name)).collect()
    };
    let before = values(&engine);
    let tunables: Vec<&OptionSpec> =
        OPTIONS.iter().filter(|spec| spec.is_tunable && is_its_own(spec)).collect();
    assert!(!tunables.is_empty());
    for spec in tunables {
        let default = engine.option(spec.name).unwrap();
        let Kind::Spin { min, max, .. } = spec.kind else { panic!("{}", spec.name) };
        let ends = [min, max].map(|end| end.to_string()).into_iter().filter(|end| *end != default);
        let mut is_at_work = false;
        for end in ends {
            engine.set_option(spec.name, Some(&end)).unwrap();
            let now = values(&engine);
            let changed: Vec<_> =
                now.iter().zip(&before).filter(|(now, before)| now != before).collect();
            assert_eq!(changed, [(&Some(end), &Some(default.clone()))], "{}", spec.name);
            is_at_work |= played(&mut engine) != usual;
        }
        assert!(is_at_work, "{}", spec.name);
        // What the table has learnt with other values is forgotten.
        engine.set_option(spec.name, Some(&default)).unwrap();
        assert_eq!(played(&mut engine), usual, "{}", spec.name);
    }
}
