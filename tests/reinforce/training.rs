//! Training as a whole: decided by its seed, whatever interrupts it, and better than before.

use outflank::eval::network::{Network, NetworkShape};
use outflank::learn::CheckpointError;
use outflank::learn::reinforce::{Algorithm, Fading, Opponent, Plan, Reward, Trainer, measure};

fn plan(algorithm: Algorithm, updates: u64) -> Plan {
    Plan {
        shape: NetworkShape::Dense { hidden: [32, 16] },
        algorithm,
        reward: Reward::Result,
        updates,
        games_per_update: 24,
        epochs: 1,
        rate: Fading { first: 0.003, last: 0.001 },
        entropy: Fading { first: 0.02, last: 0.01 },
        lambda: 0.9,
        temperature: 1.0,
        random: (0, 10),
        past_share: 0.2,
        fixed_share: 0.2,
        seed: 1,
        threads: 1,
    }
}

const CONVOLUTIONAL: NetworkShape = NetworkShape::Convolutional { channels: 16, layers: 2 };

const SEARCH: Algorithm = Algorithm::Search { visits: 8 };

fn finished(mut trainer: Trainer) -> Trainer {
    while !trainer.is_done() {
        trainer.update();
    }
    trainer
}

#[test]
fn the_seed_decides_the_weights_and_the_threads_do_not() {
    let plans = [Algorithm::Reinforce, Algorithm::ActorCritic, SEARCH].map(|by| plan(by, 6));
    for plan in plans.into_iter().chain([Plan { shape: CONVOLUTIONAL, ..plans[1] }]) {
        let of = |plan| finished(Trainer::new(plan)).weights().clone();
        let one = of(plan);
        assert!(one == of(plan));
        assert!(one == of(Plan { threads: 3, ..plan }));
        assert!(one != of(Plan { seed: 2, ..plan }));
    }
}

#[test]
fn an_interrupted_training_ends_as_if_it_had_not_been() {
    let plans = [
        plan(Algorithm::Reinforce, 7),
        plan(Algorithm::ActorCritic, 7),
        Plan { shape: CONVOLUTIONAL, ..plan(Algorithm::ActorCritic, 7) },
        Plan { epochs: 3, ..plan(Algorithm::ActorCritic, 5) },
        Plan { epochs: 2, ..plan(SEARCH, 5) },
    ];
    for plan in plans {
        let whole = finished(Trainer::new(plan));
        let mut first = Trainer::new(plan);
        for _ in 0..3 {
            first.update();
        }
        first.measure(1);
        let second = Trainer::resumed(Plan { threads: 2, ..plan }, &first.checkpoint()).unwrap();
        assert_eq!(second.updates(), 3);
        assert_eq!(second.history(), first.history());
        let second = finished(second);
        assert!(second.weights() == whole.weights(), "{plan:?}");
    }
}

#[test]
fn a_training_goes_on_only_from_a_whole_checkpoint_of_its_own() {
    let same = plan(Algorithm::ActorCritic, 4);
    let bytes = Trainer::new(same).checkpoint();
    let refused = |plan, bytes: &[u8]| Trainer::resumed(plan, bytes).map(|_| ()).unwrap_err();
    let differs = |plan| match refused(plan, &bytes) {
        CheckpointError::Other { name, .. } => name,
        other => panic!("{other}"),
    };
    assert_eq!(differs(Plan { seed: 3, ..same }), "seed");
    assert_eq!(differs(Plan { lambda: 0.5, ..same }), "lambda");
    assert_eq!(differs(Plan { reward: Reward::Discs, ..same }), "reward");
    assert_eq!(differs(plan(Algorithm::Reinforce, 4)), "algorithm");
    assert_eq!(differs(Plan { shape: NetworkShape::Dense { hidden: [16, 16] }, ..same }), "hidden");
    assert_eq!(refused(same, b"GIF89a"), CheckpointError::NotCheckpoint);
    for length in [8, 20, 100, bytes.len() - 1] {
        assert_eq!(refused(same, &bytes[..length]), CheckpointError::Damaged);
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(refused(same, &longer), CheckpointError::Damaged);
}

#[test]
fn a_short_training_beats_random_by_more_than_before() {
    let plans = [Algorithm::Reinforce, Algorithm::ActorCritic, SEARCH].map(|by| Plan {
        games_per_update: 64,
        threads: 2,
        ..plan(by, 60)
    });
    for plan in plans.into_iter().chain([Plan { shape: CONVOLUTIONAL, ..plans[1] }]) {
        let trainer = Trainer::new(plan);
        let score = |trainer: &Trainer| {
            let network = Network::new(trainer.weights().clone());
            measure(&network, Opponent::Random, 100, 9, 2).score()
        };
        let before = score(&trainer);
        let after = score(&finished(trainer));
        assert!(before < 0.6 && after > before + 0.1, "{plan:?}: {before} {after}");
    }
}
