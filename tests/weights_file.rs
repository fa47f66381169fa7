//! Files of tuned weights: written, read, and refused with a sentence.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use outflank::engine::{Engine, EngineLimits, Note, Options};
use outflank::eval::{Evaluation, Linear, Weights, WeightsFile};
use proptest::prelude::*;
use serde_json::{Map, json};

/// A file with this content, and its path as options have it.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().into()
}

fn engine(limits: EngineLimits) -> Engine {
    Engine::new(Options::default(), EngineLimits { table: Some(1), ..limits })
}

#[test]
fn what_was_written_is_set_and_selects_features() {
    let weights: Weights = "3 40 0 3.25 -0.5".parse().unwrap();
    let mut about = Map::new();
    about.insert("depth".into(), json!(2));
    about.insert("validation".into(), json!({"score": [0.5, null]}));
    about.insert("weights".into(), json!("of no meaning"));
    let text = WeightsFile { weights, about }.to_json();
    assert_eq!(
        text,
        "{\"depth\":2,\"validation\":{\"score\":[0.5,null]},\"weights\":[3.0,40.0,0.0,3.25,-0.5]}\n"
    );
    let path = file("good.json", text.as_bytes());

    let mut engine = engine(EngineLimits::default());
    let set = engine.set_option("weightsfile", Some(&path));
    assert_eq!(set, Ok(Some(Note::FeaturesSelected)));
    assert_eq!(engine.evaluation(), Evaluation::Features(Linear { weights }));
    assert_eq!(engine.option("Weights").as_deref(), Some("3 40 0 3.25 -0.5"));
    assert_eq!(engine.option("WeightsFile"), Some(path.clone()));
    assert_eq!(engine.set_option("WeightsFile", Some(&path)), Ok(None), "they were in use");

    // No file is no news for the weights.
    engine.set_option("Eval", Some("pattern")).unwrap();
    assert_eq!(engine.set_option("WeightsFile", Some("")), Ok(None));
    assert_eq!(engine.option("Eval").as_deref(), Some("pattern"));
    assert_eq!(engine.option("Weights").as_deref(), Some("3 40 0 3.25 -0.5"));

    // Weights that are set do not come from a file any more.
    engine.set_option("WeightsFile", Some(&path)).unwrap();
    engine.set_option("Weights", Some("classic")).unwrap();
    assert_eq!(engine.option("WeightsFile").as_deref(), Some(""));
}

#[test]
fn a_bad_file_is_refused_with_what_is_wrong_and_where() {
    let mut engine = engine(EngineLimits::default());
    engine.set_option("Weights", Some("1 2 3 4 5.5")).unwrap();
    engine.set_option("Eval", Some("positional")).unwrap();
    let long = format!("{{\n\"weights\": \"{}\"}}", "long".repeat(100_000));
    for (content, why) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("2 10 4 2 1", "invalid type: integer `2`, expected an object with `weights`"),
        ("[[2,10,4,2,1]]", "invalid type: sequence, expected an object with `weights`"),
        ("{}", "missing field `weights` at line 1 column 2"),
        ("{\"Weights\":[2,10,4,2,1]}", "missing field `weights`"),
        ("{\"weights\":[2,10,4,2,1]", "EOF while parsing an object at line 1 column 23"),
        ("{\"weights\":[2,10,4,2,1]} {}", "trailing characters at line 1 column 26"),
        ("{\"weights\":[1,1,1,1,1],\"weights\":[2,10,4,2,1]}", "duplicate field `weights`"),
        ("{\n\"weights\":[2,10,\"4\",2,1]}", "string \"4\", expected f64 at line 2 column 19"),
        ("{\"weights\":[2,10,NaN,2,1]}", "expected value at line 1 column 18"),
        ("{\"weights\":[2,10,1e999,2,1]}", "number out of range at line 1 column 22"),
        ("{\"weights\":[2,10,4,2]}", "`weights`: 4 numbers given, five wanted (mobility "),
        ("{\"weights\":[2,10,4,2,1,0]}", "`weights`: 6 numbers given"),
        ("{\"weights\":[2,10,4,2,-10000.5]}", "`weights`: -10000.5 is out of range"),
        (&long, "longlonglo... at line 2 column 400013"),
        ("\u{feff}{\"weights\":[2,10,4,2,1]}", "expected value at line 1 column 1"),
    ] {
        let path = file("bad.json", content.as_bytes());
        let said = engine.set_option("WeightsFile", Some(&path)).unwrap_err().to_string();
        assert!(said.starts_with(&format!("option WeightsFile: {path}: not a file of ")), "{said}");
        assert!(said.contains(why), "{said} for {why}");
        assert!(said.ends_with("; the old weights stay") && said.len() < 600, "{said}");
    }
    let bytes = file("bytes.json", &[0xff, 0xfe, 0]);
    for (path, why) in [
        (bytes.as_str(), "at line 1 column 1"),
        ("/no/such/file", "No such file"),
        ("/", "directory"),
    ] {
        let said = engine.set_option("WeightsFile", Some(path)).unwrap_err().to_string();
        assert!(said.contains(why) && said.ends_with("; the old weights stay"), "{said}");
    }
    assert_eq!(engine.option("Weights").as_deref(), Some("1 2 3 4 5.5"));
    assert_eq!(engine.option("WeightsFile").as_deref(), Some(""));
    assert_eq!(engine.option("Eval").as_deref(), Some("positional"));
}

#[test]
fn no_file_is_read_where_none_may_be() {
    let path = file("fixed.json", b"{\"weights\":[3,40,0,3,0.5]}");
    let mut engine = engine(EngineLimits { fixed_eval_file: true, ..EngineLimits::default() });
    let said = engine.set_option("WeightsFile", Some(&path)).unwrap_err().to_string();
    assert!(said.contains("option WeightsFile: no files are read for a session here"), "{said}");
    assert_eq!(engine.option("Weights"), Some(Weights::TUNED.to_string()));
}

/// For all players by a flag, or for one of them.
#[test]
fn the_command_line_reads_it_too() {
    let path = file("flag.json", b"{\"weights\":[3,40,0,3,0.5]}\n");
    let run = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
        let output = command.args(["match", "--depth", "1", "--games", "2"]).args(flags).output();
        let output = output.unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let settings = format!("WeightsFile={path}");
    let (lines, errors) = run(&["--a", &settings, "--b", "Weights=3 40 0 3 0.5"]);
    assert!(errors.is_empty() && lines.contains("WeightsFile="), "{lines}{errors}");
    assert!(lines.contains("pairs  0 0 1 0 0"), "both play alike: {lines}");
    let (lines, errors) = run(&["--weights-file", &path, "--b", "Weights=3 40 0 3 0.5"]);
    assert!(errors.is_empty() && lines.contains("pairs  0 0 1 0 0"), "{lines}{errors}");
    let (_, errors) = run(&["--a", "WeightsFile=/no/such/file"]);
    assert!(errors.contains("option WeightsFile: /no/such/file: No such file"), "{errors}");
}

proptest! {
    #[test]
    fn every_weight_is_read_as_it_was_written(
        values in proptest::array::uniform5(-Weights::LIMIT..=Weights::LIMIT),
        seed: u64,
        note in ".*",
    ) {
        let weights = Weights::new(values).unwrap();
        let about = [("seed".to_owned(), json!(seed)), ("note".to_owned(), json!(note))];
        let file = WeightsFile { weights, about: about.into_iter().collect() };
        prop_assert_eq!(WeightsFile::from_json(file.to_json().as_bytes()), Ok(file));
    }

    #[test]
    fn any_bytes_are_weights_or_an_error(bytes: Vec<u8>, text in "[\\[\\]{}\",:0-9.eweights-]*") {
        drop(WeightsFile::from_json(&bytes));
        drop(WeightsFile::from_json(text.as_bytes()));
        drop(WeightsFile::from_json(format!("{{\"weights\":[{text}]}}").as_bytes()));
    }
}
