//! `Eval network` and `NetworkFile`.

use std::fs;
use std::path::PathBuf;

use outflank::engine::{Engine, EngineLimits, Go, Limits, Options};
use outflank::eval::network::{Network, NetworkFile, NetworkShape, NetworkWeights, ValueCurve};
use outflank::eval::{Evaluation, Pattern};

fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().into()
}

fn some_file() -> NetworkFile {
    NetworkFile {
        weights: NetworkWeights::random(NetworkShape::Dense { hidden: [32, 16] }, 9),
        curve: ValueCurve::new(50.0, 0.8).unwrap(),
        note: "for a test".into(),
    }
}

fn engine(limits: EngineLimits) -> Engine {
    Engine::new(Options::default(), EngineLimits { table: Some(1), ..limits })
}

#[test]
fn a_file_is_taken_or_refused_with_a_sentence_and_selects_nothing() {
    let bytes = some_file().to_bytes();
    let good = file("good.safetensors", &bytes);
    let short = file("short.safetensors", &bytes[..bytes.len() / 2]);
    let mut engine = engine(EngineLimits::default());
    assert_eq!(engine.network(), Network::shipped());
    assert_eq!(engine.set_option("networkfile", Some(&good)), Ok(None));
    assert_eq!(engine.evaluation(), Evaluation::Pattern(Pattern::shipped()));
    let loaded = Network::from(some_file());
    assert_eq!(engine.network(), loaded);
    engine.set_option("Eval", Some("network")).unwrap();
    assert_eq!(engine.evaluation(), Evaluation::Network(loaded.clone()));
    for (path, why) in [("/no/such/file", "No such file"), (&short, "not a network (safetensors)")]
    {
        let said = engine.set_option("NetworkFile", Some(path)).unwrap_err().to_string();
        assert!(said.starts_with(&format!("option NetworkFile: {path}: ")), "{said}");
        assert!(said.contains(why) && said.ends_with("; the old weights stay"), "{said}");
        assert_eq!(engine.option("NetworkFile"), Some(good.clone()));
        assert_eq!(engine.evaluation(), Evaluation::Network(loaded.clone()));
    }
    engine.set_option("NetworkFile", Some("")).unwrap();
    assert_eq!(engine.evaluation(), Evaluation::Network(Network::shipped()));
}

#[test]
fn no_file_is_read_where_none_may_be() {
    let path = file("fixed.safetensors", &some_file().to_bytes());
    let mut engine = engine(EngineLimits { fixed_eval_file: true, ..EngineLimits::default() });
    let said = engine.set_option("NetworkFile", Some(&path)).unwrap_err().to_string();
    assert!(said.contains("option NetworkFile: no files are read for a session here"), "{said}");
    assert_eq!(engine.network(), Network::shipped());
}

#[test]
fn alpha_beta_searches_with_a_network() {
    let go = || Go { limits: Limits { depth: Some(5), ..Limits::default() }, ..Go::default() };
    let mut engine = engine(EngineLimits::default());
    engine.set_option("Eval", Some("network")).unwrap();
    let thought = engine.think(go()).unwrap();
    assert!(thought.best.is_some());
    assert_eq!(thought.finished.depth, 5);
    // Another network has other values: what the table knew of the old one is gone.
    let path = file("other.safetensors", &some_file().to_bytes());
    engine.set_option("NetworkFile", Some(&path)).unwrap();
    let with_old_table = engine.think(go()).unwrap();
    engine.new_game();
    assert_eq!(with_old_table.score, engine.think(go()).unwrap().score);
}
