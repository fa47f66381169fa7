//! Who meets whom, what comes of it, and openings.

use std::fs;

use serde_json::{Value, json};

use crate::{fresh, object, outflank, text};

#[test]
fn a_gauntlet_has_the_first_player_in_every_game() {
    let arguments = ["match", "--games", "4", "--gauntlet", "--depth", "1", "--endgame-depth", "0"];
    let players = ["--player", "name=Hub", "--player", "name=One", "--player", "Variety=300"];
    let told = text(&outflank(&[&arguments[..], &players].concat()).stdout);
    let table: Vec<&str> = told.lines().skip_while(|line| !line.starts_with("player ")).collect();
    let of = |name: &str| {
        let row = table.iter().find(|row| row.starts_with(name)).unwrap();
        row.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(["Hub", "One", "C"].map(of), ["8", "4", "4"]);
    assert!(table.iter().any(|line| line.starts_with("Hub - One: +2 =0 -2, 50.0 %")), "{told}");
    assert!(!told.contains("One - C"), "{told}");
}

#[test]
fn equal_players_are_equal_over_two_thousand_games() {
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "2000",
        "--depth",
        "2",
        "--endgame-depth",
        "0",
        "--sprt",
        "-5,5",
    ]);
    let object = object(&output);
    assert_eq!(object["pentanomial"], json!([0, 0, 1000, 0, 0]));
    assert_eq!((&object["score"], &object["wins"]), (&json!(0.5), &object["losses"]));
    assert_eq!(object["sprt"]["verdict"], "undecided");
    for number in ["elo", "likelihood_of_superiority", "discs", "discs_error"] {
        let is_number = |value: &Value| value.as_f64().is_some();
        let value = &object[number];
        assert!(
            value.as_array().map_or(is_number(value), |all| all.iter().all(is_number)),
            "{object}"
        );
    }
    assert!(object["sprt"]["log_likelihood_ratio"].as_f64().is_some());
}

#[test]
fn other_seeds_of_variety_make_no_one_stronger() {
    let output = outflank(&[
        "match",
        "--json",
        "--games",
        "600",
        "--depth",
        "2",
        "--endgame-depth",
        "0",
        "--variety",
        "300",
        "--a",
        "Seed=1",
        "--b",
        "Seed=2",
    ]);
    let object = object(&output);
    let pairs: Vec<f64> =
        object["pentanomial"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    let count: f64 = pairs.iter().sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(n, count)| count * of(n as f64 / 4.0)).sum::<f64>() / count
    };
    let score = mean(&|score| score);
    let error = (mean(&|score| (score - 0.5).powi(2)) / count).sqrt();
    assert!(pairs[2] < count, "they play alike: {object}");
    assert!((score - 0.5).abs() <= 3.0 * error, "{score} with an error of {error}");
}

#[test]
fn openings_are_found_and_played() {
    let file = fresh("balanced.txt");
    let path = file.to_str().unwrap();
    let find = |more: &[&str]| {
        let arguments =
            ["openings", "--out", path, "--depth", "5", "--plies", "8", "--within", "1.5"];
        outflank(&[&arguments[..], more].concat())
    };
    let output = find(&["--count", "12", "--seed", "5", "--threads", "2"]);
    assert!(output.status.success(), "{output:?}");
    let told = text(&output.stdout);
    assert!(told.starts_with(&format!("12 openings in {path}, of ")), "{told}");
    let found = fs::read_to_string(&file).unwrap();
    assert_eq!(found.lines().count(), 12);
    assert!(found.lines().all(|line| line.len() == 16));
    find(&["--count", "12", "--seed", "5"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), found, "whatever the threads");
    let played =
        outflank(&["match", "--depth", "1", "--games", "24", "--json", "--openings", path]);
    assert_eq!(object(&played)["pentanomial"], json!([0, 0, 12, 0, 0]));
    let few = find(&["--count", "5", "--plies", "1"]);
    assert_eq!(few.status.code(), Some(2), "plies given twice");
    let few =
        outflank(&["openings", "--out", path, "--count", "5", "--plies", "2", "--within", "64"]);
    let said = text(&few.stderr);
    assert_eq!(few.status.code(), Some(1));
    assert!(said.contains("only 3 such openings are found among 3 different ones"), "{said}");
    fs::remove_file(&file).unwrap();
}
