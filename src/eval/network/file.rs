//! Networks as safetensors files, which PyTorch and NumPy programs read and write.
//!
//! A file is the length of its header, a little endian u64, the header, JSON with blanks after it
//! up to a multiple of eight bytes, and the numbers, little endian. The header is an object of
//! tensors, each with its `dtype`, its `shape` and its `data_offsets`: from where to where, in bytes
//! after the header, its numbers stand. They are those of the state of four `nn.Linear`, all `F32`:
//!
//! | tensor | shape |
//! |---|---|
//! | `input.weight`, `input.bias` | \[first, 128\], \[first\] |
//! | `hidden.weight`, `hidden.bias` | \[second, first\], \[second\] |
//! | `value.weight`, `value.bias` | \[1, second\], \[1\] |
//! | `policy.weight`, `policy.bias` | \[64, second\], \[64\] |
//!
//! The 128 inputs are 1 or 0, the mover's discs from a1 to h8 (b1 is the second) and then the
//! opponent's. `first` and `second` are multiples of 16, 1024 at most.
//!
//! `__metadata__` holds texts: `outflank`, the version of all this, 1; `curve_most` and
//! `curve_scale`, the two numbers of the [`ValueCurve`]; `note`, how the network was made. All of
//! them may be missing, others are not looked at.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::curve::{self, ValueCurve};
use super::weights::{INPUTS, LARGEST, NetworkShape, NetworkWeights, STEP, Tensor};

const VERSION: &str = "1";
/// Longer headers are none of a network's.
const LONGEST_HEADER: usize = 1 << 20;
/// No weight may be farther from 0: so no sum of any network leaves the range of numbers.
const LIMIT: f32 = 1e9;
/// The bytes of a number.
const BYTES: usize = size_of::<f32>();

/// A network, and what is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// The numbers.
    pub weights: NetworkWeights,
    /// What its values mean in discs.
    pub curve: ValueCurve,
    /// How it was made, for people.
    pub note: String,
}

/// Why bytes are no network, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFileError(String);

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a network (safetensors): {}", self.0)
    }
}

impl std::error::Error for NetworkFileError {}

type Result<T> = std::result::Result<T, NetworkFileError>;

fn wrong<T>(what: String) -> Result<T> {
    Err(NetworkFileError(what))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object of tensors")]
struct Header {
    #[serde(rename = "__metadata__", default)]
    metadata: BTreeMap<String, String>,
    #[serde(rename = "input.weight")]
    input_weight: Entry,
    #[serde(rename = "input.bias")]
    input_bias: Entry,
    #[serde(rename = "hidden.weight")]
    hidden_weight: Entry,
    #[serde(rename = "hidden.bias")]
    hidden_bias: Entry,
    #[serde(rename = "value.weight")]
    value_weight: Entry,
    #[serde(rename = "value.bias")]
    value_bias: Entry,
    #[serde(rename = "policy.weight")]
    policy_weight: Entry,
    #[serde(rename = "policy.bias")]
    policy_bias: Entry,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `dtype`, `shape` and `data_offsets`")]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

impl Header {
    /// Weights and biases of each layer, in the order of [`Tensor::ALL`].
    fn entries(&self) -> [[&Entry; 2]; 4] {
        [
            [&self.input_weight, &self.input_bias],
            [&self.hidden_weight, &self.hidden_bias],
            [&self.value_weight, &self.value_bias],
            [&self.policy_weight, &self.policy_bias],
        ]
    }
}

impl NetworkFile {
    /// The network in a file's bytes.
    ///
    /// # Errors
    /// When the bytes are no safetensors file, or not one of a network of this form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (header, data) = parts(bytes)?;
        let header: Header =
            serde_json::from_slice(header).map_err(|error| NetworkFileError(brief(&error)))?;
        let curve = read_curve(&header.metadata)?;
        let shape = shape(&header)?;
        check_places(&header, data.len())?;
        let mut parameters = Vec::with_capacity(shape.parameters());
        for (tensor, [weight, bias]) in Tensor::ALL.into_iter().zip(header.entries()) {
            append(&mut parameters, data, weight, &name(tensor, "weight"))?;
            append(&mut parameters, data, bias, &name(tensor, "bias"))?;
        }
        let note = header.metadata.get("note").cloned().unwrap_or_default();
        Ok(Self { weights: NetworkWeights::new(shape, parameters), curve, note })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let shape = self.weights.shape();
        let entry = |tensor, is_bias| {
            let (outputs, inputs) = shape.dimensions(tensor);
            let (range, shape) = if is_bias {
                (shape.biases(tensor), vec![outputs])
            } else {
                (shape.weights(tensor), vec![outputs, inputs])
            };
            Entry {
                dtype: "F32".into(),
                shape,
                data_offsets: [range.start * BYTES, range.end * BYTES],
            }
        };
        let metadata = [
            ("outflank", VERSION.to_owned()),
            ("curve_most", self.curve.most().to_string()),
            ("curve_scale", self.curve.scale().to_string()),
            ("note", self.note.clone()),
        ];
        let header = Header {
            metadata: metadata.map(|(key, text)| (key.to_owned(), text)).into(),
            input_weight: entry(Tensor::Input, false),
            input_bias: entry(Tensor::Input, true),
            hidden_weight: entry(Tensor::Hidden, false),
            hidden_bias: entry(Tensor::Hidden, true),
            value_weight: entry(Tensor::Value, false),
            value_bias: entry(Tensor::Value, true),
            policy_weight: entry(Tensor::Policy, false),
            policy_bias: entry(Tensor::Policy, true),
        };
        let mut text = serde_json::to_vec(&header).unwrap_or_default();
        text.resize(text.len().next_multiple_of(8), b' ');
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text);
        bytes.extend(self.weights.parameters().iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

fn name(tensor: Tensor, part: &str) -> String {
    format!("{}.{part}", tensor.name())
}

/// The header and what comes after it.
fn parts(bytes: &[u8]) -> Result<(&[u8], &[u8])> {
    let Some((length, rest)) = bytes.split_first_chunk() else {
        return wrong(format!("{} bytes, of which the first 8 are to be a length", bytes.len()));
    };
    let length = u64::from_le_bytes(*length);
    let parts = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
    match parts {
        None => wrong(format!(
            "the first 8 bytes say that a header of {length} bytes follows, and {} bytes do (what \
             torch.save writes is another format; safetensors.torch.save_file writes this one)",
            rest.len()
        )),
        Some((header, _)) if header.len() > LONGEST_HEADER => {
            wrong(format!("a header of {length} bytes; a network's has {LONGEST_HEADER} at most"))
        }
        Some((header, _)) if header.first() != Some(&b'{') => {
            wrong("the header does not begin with `{`".into())
        }
        Some(parts) => Ok(parts),
    }
}

/// What is wrong and where, also if it quotes a long text.
fn brief(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let beginning: String = text.chars().take(300).collect();
    if beginning == text {
        return format!("the header: {text}");
    }
    format!("the header: {beginning}... at line {} column {}", error.line(), error.column())
}

fn read_curve(metadata: &BTreeMap<String, String>) -> Result<ValueCurve> {
    if let Some(version) = metadata.get("outflank").filter(|version| *version != VERSION) {
        let version = excerpt(version);
        return wrong(format!("`outflank`: version {version}; this program reads {VERSION}"));
    }
    let usual = ValueCurve::default();
    let most = number(metadata, "curve_most", usual.most(), curve::MOST)?;
    let scale = number(metadata, "curve_scale", usual.scale(), curve::STEEPEST)?;
    Ok(ValueCurve::new(most, scale).unwrap_or_default())
}

/// A number of the metadata above 0; the usual one if there is none.
fn number(about: &BTreeMap<String, String>, key: &str, usual: f64, most: f64) -> Result<f64> {
    let Some(text) = about.get(key) else { return Ok(usual) };
    match text.parse() {
        Ok(number) if number > 0.0 && number <= most => Ok(number),
        _ => {
            let text = excerpt(text);
            wrong(format!("`{key}` is '{text}', and not a number above 0 and at most {most}"))
        }
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// The shape that all tensors agree on.
fn shape(header: &Header) -> Result<NetworkShape> {
    let units = |entry: &Entry| entry.shape.first().copied().unwrap_or_default();
    let shape =
        NetworkShape { hidden: [units(&header.input_weight), units(&header.hidden_weight)] };
    for (tensor, units) in [Tensor::Input, Tensor::Hidden].into_iter().zip(shape.hidden) {
        if !(NetworkShape { hidden: [units; 2] }).is_allowed() {
            let name = name(tensor, "weight");
            return wrong(format!(
                "`{name}` is for {units} units; layers have a multiple of {STEP}, {LARGEST} at most"
            ));
        }
    }
    for (tensor, [weight, bias]) in Tensor::ALL.into_iter().zip(header.entries()) {
        let (outputs, inputs) = shape.dimensions(tensor);
        check_form(weight, &name(tensor, "weight"), &[outputs, inputs])?;
        check_form(bias, &name(tensor, "bias"), &[outputs])?;
    }
    Ok(shape)
}

/// Whether a tensor has the right numbers, and so many of them.
fn check_form(entry: &Entry, name: &str, shape: &[usize]) -> Result<()> {
    if entry.dtype != "F32" {
        let dtype = excerpt(&entry.dtype);
        return wrong(format!("`{name}` has numbers of the type {dtype}, F32 is read"));
    }
    if entry.shape != shape {
        let found = format!("{:?}", &entry.shape[..entry.shape.len().min(4)]);
        return wrong(format!(
            "`{name}` has the shape {found}; with {INPUTS} inputs and layers as \
                              `input.weight` and `hidden.weight` have them, it is {shape:?}"
        ));
    }
    let [start, end] = entry.data_offsets;
    let wanted = shape.iter().product::<usize>() * BYTES;
    if end.checked_sub(start) != Some(wanted) {
        return wrong(format!(
            "`{name}` stands from byte {start} to {end} of the numbers, and has {wanted} bytes"
        ));
    }
    Ok(())
}

/// Whether the tensors fill what comes after the header, without a gap.
fn check_places(header: &Header, length: usize) -> Result<()> {
    let mut places = header.entries().as_flattened().to_vec();
    places.sort_by_key(|entry| entry.data_offsets);
    let mut filled = 0;
    for [start, end] in places.iter().map(|entry| entry.data_offsets) {
        if start != filled {
            return wrong(format!(
                "the numbers of a tensor begin at byte {start} after the header, and those before \
                 end at {filled}"
            ));
        }
        filled = end;
    }
    if filled != length {
        return wrong(format!("the header asks for {filled} bytes after it, there are {length}"));
    }
    Ok(())
}

/// Adds a tensor's numbers to the others.
fn append(all: &mut Vec<f32>, data: &[u8], entry: &Entry, name: &str) -> Result<()> {
    let [start, end] = entry.data_offsets;
    for (at, bytes) in data[start..end].as_chunks().0.iter().enumerate() {
        let number = f32::from_le_bytes(*bytes);
        let is_right = number.abs() <= LIMIT;
        if !is_right {
            return wrong(format!(
                "number {at} of `{name}`, counted from 0 row by row, is {number}; numbers from \
                 -{LIMIT:e} to {LIMIT:e} are read"
            ));
        }
        all.push(number);
    }
    Ok(())
}
