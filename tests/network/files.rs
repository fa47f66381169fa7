//! Files of networks: written, read, read by NumPy, refused with a sentence.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use outflank::eval::network::{
    Network, NetworkFile, NetworkShape, NetworkWeights, Tensor, ValueCurve,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{random_boards, some_weights, weights_of};

fn some_file() -> NetworkFile {
    let curve = ValueCurve::new(51.25, 0.7).unwrap();
    NetworkFile { weights: some_weights([32, 48], 1), curve, note: "made \"up\"".into() }
}

fn convolutional_file() -> NetworkFile {
    let mut weights = weights_of(NetworkShape::Convolutional { channels: 32, layers: 3 }, 2);
    // Else the outputs are so large that single precision is more than 1e-5 away.
    weights.parameters_mut().iter_mut().for_each(|parameter| *parameter *= 0.7);
    NetworkFile { weights, ..some_file() }
}

/// A safetensors file of this header and these numbers.
fn bytes_of(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
}

fn parts_of(bytes: &[u8]) -> (Value, Vec<u8>) {
    let (length, rest) = bytes.split_first_chunk().unwrap();
    let (header, data) = rest.split_at(u64::from_le_bytes(*length) as usize);
    (serde_json::from_slice(header).unwrap(), data.to_vec())
}

/// The file again with a change in its header.
fn with_header(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    changed(&some_file(), change)
}

fn changed(file: &NetworkFile, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (mut header, data) = parts_of(&file.to_bytes());
    change(&mut header);
    bytes_of(&header.to_string(), &data)
}

/// Whether a header has these tensors, and beside them only metadata.
fn assert_has_tensors(header: &Value, tensors: &[(&str, Value)]) {
    assert_eq!(header.as_object().unwrap().len(), tensors.len() + 1);
    for (name, shape) in tensors {
        assert_eq!((&header[name]["dtype"], &header[name]["shape"]), (&json!("F32"), shape));
    }
}

fn refusal(bytes: &[u8]) -> String {
    let text = NetworkFile::from_bytes(bytes).unwrap_err().to_string();
    assert!(text.len() < 500, "{text}");
    text.strip_prefix("not a network (safetensors): ").expect(&text).to_owned()
}

#[test]
fn a_file_is_laid_out_as_documented() {
    let bytes = some_file().to_bytes();
    let (header, data) = parts_of(&bytes);
    assert_eq!((bytes.len() - data.len()) % 8, 0, "numbers begin at a multiple of eight bytes");
    let about = json!({"outflank": "1", "curve_most": "51.25", "curve_scale": "0.7", "note": "made \"up\""});
    assert_eq!(header["__metadata__"], about);
    let tensors = [
        ("input.weight", json!([32, 128])),
        ("input.bias", json!([32])),
        ("hidden.weight", json!([48, 32])),
        ("hidden.bias", json!([48])),
        ("value.weight", json!([1, 48])),
        ("value.bias", json!([1])),
        ("policy.weight", json!([64, 48])),
        ("policy.bias", json!([64])),
    ];
    assert_has_tensors(&header, &tensors);
    let start = header["hidden.weight"]["data_offsets"][0].as_u64().unwrap() as usize;
    let first = f32::from_le_bytes(data[start..start + 4].try_into().unwrap());
    assert_eq!(first, some_file().weights.weight(Tensor::Hidden)[0]);
    assert_eq!(NetworkFile::from_bytes(&bytes), Ok(some_file()));
}

#[test]
fn a_convolutional_file_is_laid_out_as_documented() {
    let bytes = convolutional_file().to_bytes();
    let (header, data) = parts_of(&bytes);
    let tensors = [
        ("conv1.weight", json!([32, 2, 3, 3])),
        ("conv1.bias", json!([32])),
        ("conv2.weight", json!([32, 32, 3, 3])),
        ("conv2.bias", json!([32])),
        ("conv3.weight", json!([32, 32, 3, 3])),
        ("conv3.bias", json!([32])),
        ("value.weight", json!([1, 2048])),
        ("value.bias", json!([1])),
        ("policy.weight", json!([64, 32])),
        ("policy.bias", json!([64])),
    ];
    assert_has_tensors(&header, &tensors);
    let start = header["conv3.weight"]["data_offsets"][0].as_u64().unwrap() as usize;
    let first = f32::from_le_bytes(data[start..start + 4].try_into().unwrap());
    assert_eq!(first, convolutional_file().weights.weight(Tensor::Convolution(2))[0]);
    assert_eq!(NetworkFile::from_bytes(&bytes), Ok(convolutional_file()));
}

#[test]
fn what_is_wrong_with_convolutions_is_said() {
    let one = |name: &'static str, value: Value| {
        refusal(&changed(&convolutional_file(), |header| header[name]["shape"] = value))
    };
    assert_eq!(
        one("conv1.weight", json!([80, 2, 3, 3])),
        "`conv1.weight` is for 80 channels; convolutions have a multiple of 16, 64 at most"
    );
    assert_eq!(
        one("conv2.weight", json!([32, 32, 5, 5])),
        "`conv2.weight` has the shape [32, 32, 5, 5]; with 128 inputs and channels as \
         `conv1.weight` has them, it is [32, 32, 3, 3]"
    );
    let moved = |from: &'static str, to: &'static str| {
        refusal(&changed(&convolutional_file(), |header| {
            let entry = header.as_object_mut().unwrap().remove(from).unwrap();
            header[to] = entry;
        }))
    };
    assert_eq!(moved("conv2.bias", "input.bias"), "the header: missing field `conv2.bias`");
    assert_eq!(moved("conv1.weight", "conv5.weight"), "the header: missing field `conv1.weight`");
    assert!(moved("conv3.bias", "conv7.bias").contains("unknown field `conv7.bias`, expected"));
    let text = moved("conv2.weight", "conv4.weight");
    assert!(text.starts_with("`conv2.bias` is no tensor of the network that the"), "{text}");
    let mut file = convolutional_file();
    let start = file.weights.shape().weights(Tensor::Convolution(1)).start;
    file.weights.parameters_mut()[start + 5] = -101.0;
    let text = refusal(&file.to_bytes());
    assert!(
        text.contains("`conv2.weight`") && text.ends_with("from -1e2 to 1e2 are read"),
        "{text}"
    );

    let shape = NetworkShape::Convolutional { channels: 64, layers: 6 };
    let weights = NetworkWeights::new(shape, vec![100.0; shape.parameters()]);
    let file = NetworkFile { weights, ..some_file() };
    let network = Network::from(NetworkFile::from_bytes(&file.to_bytes()).unwrap());
    for board in random_boards(6, 10) {
        assert!(network.infer(board).policy.iter().all(|logit| logit.is_finite()));
        assert!(network.value(board).is_finite());
    }
}

/// As `safetensors.torch.save_file` does: by name, and nothing known of curves and notes.
#[test]
fn a_file_of_pytorch_is_read_with_the_usual_curve() {
    let weights = some_weights([16, 32], 2);
    let mut tensors: Vec<(String, Vec<usize>, &[f32])> = Vec::new();
    for tensor in weights.shape().tensors() {
        let (outputs, inputs) = weights.shape().dimensions(tensor);
        let name = tensor.name();
        tensors.push((format!("{name}.weight"), vec![outputs, inputs], weights.weight(tensor)));
        tensors.push((format!("{name}.bias"), vec![outputs], weights.bias(tensor)));
    }
    tensors.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let mut header = json!({"__metadata__": {"format": "pt"}});
    let mut data = Vec::new();
    for (name, shape, numbers) in tensors {
        let start = data.len();
        data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let offsets = [start, data.len()];
        header[name] = json!({"dtype": "F32", "shape": shape, "data_offsets": offsets});
    }
    let file = NetworkFile { weights, curve: ValueCurve::default(), note: String::new() };
    assert_eq!(NetworkFile::from_bytes(&bytes_of(&header.to_string(), &data)), Ok(file));
}

#[test]
fn numpy_comes_to_the_same_outputs() {
    let has_numpy = |python: &&str| {
        let output = Command::new(python).args(["-c", "import numpy"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy) else {
        println!("skipped: there is no python3 with NumPy (Debian's package python3-numpy)");
        return;
    };
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("numpy.safetensors");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/network.py");
    let shipped = NetworkFile {
        weights: Network::shipped().weights().clone(),
        curve: ValueCurve::default(),
        note: String::new(),
    };
    for file in [some_file(), shipped, convolutional_file()] {
        fs::write(&path, file.to_bytes()).unwrap();
        let boards: Vec<_> = random_boards(3, 50).collect();
        let lines: String = boards
            .iter()
            .map(|board| format!("{:x} {:x}\n", board.mover().0, board.opponent().0))
            .collect();
        let mut child = Command::new(python)
            .arg(script)
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let output = String::from_utf8(output.stdout).unwrap();
        let network = Network::from(file);
        assert_eq!(output.lines().count(), boards.len());
        for (line, &board) in output.lines().zip(&boards) {
            let theirs: Vec<f32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let inference = network.infer(board);
            let ours: Vec<f32> = [inference.value].into_iter().chain(inference.policy).collect();
            assert_eq!(theirs.len(), ours.len());
            for (theirs, ours) in theirs.into_iter().zip(ours) {
                // Sums of floats in another order: to 1e-5, or to as many digits of a large one.
                let apart = (theirs - ours).abs();
                assert!(apart < 1e-5 * ours.abs().max(1.0), "{theirs} {ours} {board:?}");
            }
        }
    }
}

#[test]
fn what_is_no_safetensors_file_is_refused() {
    assert_eq!(refusal(b""), "0 bytes, of which the first 8 are to be a length");
    assert_eq!(refusal(b"PK\x03"), "3 bytes, of which the first 8 are to be a length");
    let zip = refusal(b"PK\x03\x04\0\0\x08\x08archive/data.pkl");
    assert!(zip.contains("follows, and 16 bytes do (what torch.save writes is another"), "{zip}");
    let long = bytes_of(&" ".repeat(2_000_000), b"");
    assert_eq!(refusal(&long), "a header of 2000000 bytes; a network's has 1048576 at most");
    for (header, why) in [
        ("", "the header does not begin with `{`"),
        ("[]", "the header does not begin with `{`"),
        ("{", "the header: EOF while parsing an object at line 1 column 1"),
        ("{}", "missing field `input.weight`"),
        ("{\"input.weight\":5}", "expected an object with `dtype`, `shape` and `data_offsets`"),
        ("{\"conv.weight\":5}", "unknown field `conv.weight`, expected one of `__metadata__`, "),
        ("{\"__metadata__\":{\"note\":5}}", "invalid type: integer `5`, expected a string"),
    ] {
        let text = refusal(&bytes_of(header, b""));
        assert!(text.contains(why), "{text}");
    }
    let name = "x".repeat(10_000);
    let text = refusal(&bytes_of(&format!("{{\"{name}\":5}}"), b""));
    assert!(text.ends_with("xxx... at line 1 column 10003"), "{text}");
}

#[test]
fn what_is_wrong_with_a_tensor_is_said() {
    let one = |name: &'static str, key: &'static str, value: Value| {
        refusal(&with_header(|header| header[name][key] = value))
    };
    assert_eq!(
        one("hidden.bias", "dtype", json!("BF16")),
        "`hidden.bias` has numbers of the type BF16, F32 is read"
    );
    assert_eq!(
        one("policy.weight", "shape", json!([48, 64])),
        "`policy.weight` has the shape [48, 64]; with 128 inputs and layers as `input.weight` and \
         `hidden.weight` have them, it is [64, 48]"
    );
    let units = |units| {
        format!("`hidden.weight` is for {units} units; layers have a multiple of 16, 1024 at most")
    };
    for (shape, found) in [(json!([]), 0), (json!([40, 32]), 40), (json!([1040, 32]), 1040)] {
        assert_eq!(one("hidden.weight", "shape", shape), units(found));
    }
    assert!(one("input.weight", "shape", json!([-1, 128])).contains("expected usize"));
    for offsets in [[8, 4], [4, 4], [0, 5]] {
        let [start, end] = offsets;
        assert_eq!(
            one("value.bias", "data_offsets", json!(offsets)),
            format!(
                "`value.bias` stands from byte {start} to {end} of the numbers, and has 4 bytes"
            )
        );
    }
    assert_eq!(
        one("value.bias", "data_offsets", json!([0, 4])),
        "the numbers of a tensor begin at byte 0 after the header, and those before end at 4"
    );
    let mut gone = Value::Null;
    let text = refusal(&with_header(|header| {
        gone = header.as_object_mut().unwrap().remove("policy.bias").unwrap();
    }));
    assert!(text.contains("missing field `policy.bias`"), "{text}");
    let text = refusal(&with_header(|header| header["extra"] = gone));
    assert!(text.contains("unknown field `extra`, expected one of"), "{text}");
    let entry = "\"input.weight\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}";
    let text = refusal(&bytes_of(&format!("{{{entry},{entry}}}"), b""));
    assert!(text.contains("duplicate field `input.weight`"), "{text}");
}

#[test]
fn what_is_wrong_with_the_numbers_is_said() {
    let bytes = some_file().to_bytes();
    let (_, data) = parts_of(&bytes);
    let numbers = data.len();
    assert_eq!(
        refusal(&bytes[..bytes.len() - 5]),
        format!("the header asks for {numbers} bytes after it, there are {}", numbers - 5)
    );
    assert_eq!(
        refusal(&[&bytes[..], b"\n"].concat()),
        format!("the header asks for {numbers} bytes after it, there are {}", numbers + 1)
    );
    for (number, found) in [(f32::NAN, "NaN"), (f32::NEG_INFINITY, "-inf"), (2e9, "2000000000")] {
        let mut file = some_file();
        let start = file.weights.shape().weights(Tensor::Hidden).start;
        file.weights.parameters_mut()[start + 33] = number;
        assert_eq!(
            refusal(&file.to_bytes()),
            format!(
                "number 33 of `hidden.weight`, counted from 0 row by row, is {found}; numbers \
                 from -1e9 to 1e9 are read"
            )
        );
    }
    let mut file = some_file();
    file.weights.parameters_mut().fill(-1e9);
    let biases = file.weights.shape().biases(Tensor::Input);
    file.weights.parameters_mut()[biases].fill(1e9);
    let network = Network::from(NetworkFile::from_bytes(&file.to_bytes()).unwrap());
    for board in random_boards(5, 10) {
        assert!(network.value(board).is_finite());
    }
}

#[test]
fn metadata_that_is_wrong_is_refused_and_what_is_missing_is_usual() {
    let with = |about: Value| with_header(|header| header["__metadata__"] = about);
    assert_eq!(
        refusal(&with(json!({"outflank": "2"}))),
        "`outflank`: version 2; this program reads 1"
    );
    for text in ["0", "-3", "65", "NaN", "inf", "much\u{1}", ""] {
        let said = refusal(&with(json!({"curve_most": text})));
        let text = text.escape_debug();
        let expected = format!("`curve_most` is '{text}', and not a number above 0 and at most 64");
        assert_eq!(said, expected);
    }
    let said = refusal(&with(json!({"curve_scale": "1001"})));
    assert!(said.contains("at most 1000"), "{said}");
    let read = |about| NetworkFile::from_bytes(&with(about)).unwrap();
    let file = read(json!({"curve_scale": "2.5", "anything": "else"}));
    assert_eq!((file.curve, file.note.as_str()), (ValueCurve::new(64.0, 2.5).unwrap(), ""));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_network_is_read_as_it_was_written(
        first in 1_usize..=8, second in 1_usize..=8, is_dense: bool, seed: u64,
        most in 0.001..=64.0, scale in 0.001..=1000.0, note in ".*",
    ) {
        let shape = if is_dense {
            NetworkShape::Dense { hidden: [16 * first, 16 * second] }
        } else {
            NetworkShape::Convolutional { channels: 16 * first.min(4), layers: second.min(6) }
        };
        let curve = ValueCurve::new(most, scale).unwrap();
        let file = NetworkFile { weights: NetworkWeights::random(shape, seed), curve, note };
        prop_assert_eq!(NetworkFile::from_bytes(&file.to_bytes()), Ok(file));
    }

    #[test]
    fn any_bytes_are_a_network_or_an_error(
        bytes: Vec<u8>, header in "[\\[\\]{}\",:0-9.a-z_]*", at in 0_usize..2000, byte: u8,
    ) {
        drop(NetworkFile::from_bytes(&bytes));
        drop(NetworkFile::from_bytes(&bytes_of(&header, &bytes)));
        let mut damaged = some_file().to_bytes();
        damaged[at] = byte;
        drop(NetworkFile::from_bytes(&damaged));
    }
}
