//! The algorithms on functions whose best point is known.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;

const BEST: [f64; 5] = [3.0, -7.0, 0.5, 10.0, -1.0];

fn space() -> Space {
    Space(vec![(-12.0, 12.0); 5])
}

/// Some noise, the same for all that is measured in a round, and some more of each point's own.
fn noisy_quadratic(point: &[f64], rng: &mut ChaCha8Rng, noise: f64) -> f64 {
    let distances = point.iter().zip(BEST).map(|(x, best)| (x - best) * (x - best));
    -distances.sum::<f64>() + noise * (rng.random::<f64>() - 0.5)
}

/// The distance of what is found from the best point after so many rounds.
fn found(optimizer: &mut dyn Optimizer, rounds: usize, noise: f64) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    for _ in 0..=rounds {
        let fitness: Vec<f64> = optimizer
            .ask()
            .iter()
            .map(|candidate| noisy_quadratic(&candidate.point, &mut rng, noise))
            .collect();
        optimizer.tell(&fitness);
    }
    let distances = optimizer.best().iter().zip(BEST).map(|(x, best)| (x - best) * (x - best));
    distances.sum::<f64>().sqrt()
}

const RATES: Rates = Rates { factor: 0.6, crossover: 0.75 };

#[test]
fn each_algorithm_finds_the_top_of_a_noisy_hill() {
    for seed in 1..=5 {
        let mut de = DifferentialEvolution::new(space(), 20, RATES, true, seed);
        assert!(found(&mut de, 120, 2.0) < 1.0, "seed {seed}: {:?}", de.best());
        let mut shade = SuccessHistory::new(space(), 30, 120, true, seed);
        assert!(found(&mut shade, 120, 2.0) < 1.0, "seed {seed}: {:?}", shade.best());
        let mut spsa = Spsa::new(space(), vec![0.0; 5], 3000, (0.02, 0.02), seed);
        assert!(found(&mut spsa, 3000, 2.0) < 1.0, "seed {seed}: {:?}", spsa.best());
    }
}

#[test]
fn without_noise_it_is_found_exactly() {
    let mut de = DifferentialEvolution::new(space(), 20, RATES, false, 1);
    assert!(found(&mut de, 400, 0.0) < 1e-3, "{:?}", de.best());
    let mut shade = SuccessHistory::new(space(), 30, 300, false, 1);
    assert!(found(&mut shade, 300, 0.0) < 1e-3, "{:?}", shade.best());
}

/// A member that was lucky once keeps its place for ever, unless it is measured again.
#[test]
fn luck_does_not_survive_being_measured_anew() {
    let believed = |measured_anew| {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut de = DifferentialEvolution::new(space(), 12, RATES, measured_anew, 3);
        for round in 0..40 {
            let luck = |index| if round == 0 && index == 5 { 10.0 } else { 0.0 };
            let asked = de.ask().len();
            let fitness: Vec<f64> =
                (0..asked).map(|index| rng.random::<f64>() - 0.5 + luck(index)).collect();
            de.tell(&fitness);
        }
        de.believed_best()
    };
    assert!(believed(false) > 9.0);
    assert!(believed(true) < 1.0);
}

#[test]
fn points_stay_within_the_bounds_and_seeds_decide_them() {
    let space = || Space(vec![(-1.0, 0.5), (10.0, 11.0)]);
    let algorithms = |seed| -> Vec<Box<dyn Optimizer>> {
        vec![
            Box::new(DifferentialEvolution::new(space(), 8, RATES, true, seed)),
            Box::new(SuccessHistory::new(space(), 10, 20, true, seed)),
            Box::new(Spsa::new(space(), vec![0.4, 10.9], 20, (0.3, 0.3), seed)),
        ]
    };
    let path = |optimizer: &mut dyn Optimizer| -> Vec<Vec<f64>> {
        let mut all = Vec::new();
        for _ in 0..20 {
            let asked = optimizer.ask();
            let fitness: Vec<f64> = asked.iter().map(|c| c.point[0] - c.point[1]).collect();
            assert!(asked.iter().all(|c| c.rival.is_none_or(|rival| rival < asked.len())));
            all.extend(asked.into_iter().map(|candidate| candidate.point));
            optimizer.tell(&fitness);
        }
        all
    };
    for index in 0..3 {
        let points = path(&mut *algorithms(1)[index]);
        for point in &points {
            assert!((-1.0..=0.5).contains(&point[0]) && (10.0..=11.0).contains(&point[1]));
        }
        assert_eq!(points, path(&mut *algorithms(1)[index]));
        assert_ne!(points, path(&mut *algorithms(2)[index]));
    }
}

/// Without crossover one coordinate of a trial is the mutant's, made of three other members, and the
/// rest are the member's own. The factor is so small that no mutant lies outside.
#[test]
fn a_trial_is_a_cross_of_member_and_mutant() {
    let rates = Rates { factor: 0.01, crossover: 0.0 };
    let mut de = DifferentialEvolution::new(space(), 6, rates, false, 5);
    let members: Vec<Vec<f64>> = de.ask().into_iter().map(|candidate| candidate.point).collect();
    de.tell(&[0.0; 6]);
    for (own, trial) in de.ask().iter().enumerate() {
        let differing: Vec<usize> =
            (0..5).filter(|&axis| trial.point[axis] != members[own][axis]).collect();
        let &[axis] = &differing[..] else {
            panic!("one coordinate is the mutant's: {differing:?}")
        };
        let is_mutant =
            (0..216).map(|code| [code % 6, code / 6 % 6, code / 36]).any(|[a, b, c]| {
                let are_others = a != b && b != c && a != c && ![a, b, c].contains(&own);
                let value = members[a][axis] + 0.01 * (members[b][axis] - members[c][axis]);
                are_others && value == trial.point[axis]
            });
        assert!(is_mutant, "{:?}", trial.point);
    }
}
