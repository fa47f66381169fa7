//! Networks as safetensors files, which PyTorch and NumPy programs read and write.
//!
//! A file is the length of its header, a little endian u64, the header, JSON with blanks after it
//! up to a multiple of eight bytes, and the numbers, little endian. The header is an object of
//! tensors, each with its `dtype`, its `shape` and its `data_offsets`: from where to where, in bytes
//! after the header, its numbers stand. All are `F32`. Those of a dense network are the state of four
//! `nn.Linear`:
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
//! Those of a convolutional network are the state of some `nn.Conv2d` of 3 by 3 squares, with zeros
//! around the board, of an `nn.Linear`, and a row of weights for each square:
//!
//! | tensor | shape |
//! |---|---|
//! | `conv1.weight`, `conv1.bias` | \[channels, 2, 3, 3\], \[channels\] |
//! | `conv2.weight`, `conv2.bias`, ... | \[channels, channels, 3, 3\], \[channels\] |
//! | `value.weight`, `value.bias` | \[1, 64 * channels\], \[1\] |
//! | `policy.weight`, `policy.bias` | \[64, channels\], \[64\] |
//!
//! The inputs are the two planes, a row of squares for each rank, a1 first. The value sees the 64
//! squares of the first channel, then those of the next; the logit of a square is the sum over the
//! channels of that square. `channels` is a multiple of 16, 64 at most; there are 6 convolutions at
//! most.
//!
//! `__metadata__` holds texts: `outflank`, the version of all this, 1; `curve_most` and
//! `curve_scale`, the two numbers of the [`ValueCurve`]; `note`, how the network was made. All of
//! them may be missing, others are not looked at.

mod header;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use super::curve::{self, ValueCurve};
use super::weights::{
    INPUTS, LARGEST, MOST_CHANNELS, NEIGHBOURS, NetworkShape, NetworkWeights, STEP, Tensor,
};
use header::{Entry, Header, names};

const VERSION: &str = "1";
/// Longer headers are none of a network's.
const LONGEST_HEADER: usize = 1 << 20;
/// No weight may be farther from 0: so no sum of any network leaves the range of numbers.
const LIMIT: f32 = 1e9;
/// The same where there are convolutions, of which more follow one another.
const LIMIT_OF_CONVOLUTIONS: f32 = 100.0;
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
        let limit = match shape {
            NetworkShape::Dense { .. } => LIMIT,
            NetworkShape::Convolutional { .. } => LIMIT_OF_CONVOLUTIONS,
        };
        let mut parameters = Vec::with_capacity(shape.parameters());
        for name in shape.tensors().flat_map(names) {
            let entry = header.entry(&name).map_err(NetworkFileError)?;
            append(&mut parameters, data, entry, &name, limit)?;
        }
        let note = header.metadata.get("note").cloned().unwrap_or_default();
        Ok(Self { weights: NetworkWeights::new(shape, parameters), curve, note })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let shape = self.weights.shape();
        let entry = |(name, dimensions), range: Range<usize>| {
            let data_offsets = [range.start * BYTES, range.end * BYTES];
            (name, Entry { dtype: "F32".into(), shape: dimensions, data_offsets })
        };
        let of = |tensor| {
            let [weight, bias] = forms(shape, tensor);
            [entry(weight, shape.weights(tensor)), entry(bias, shape.biases(tensor))]
        };
        let metadata = [
            ("outflank", VERSION.to_owned()),
            ("curve_most", self.curve.most().to_string()),
            ("curve_scale", self.curve.scale().to_string()),
            ("note", self.note.clone()),
        ];
        let header = Header {
            metadata: metadata.map(|(key, text)| (key.to_owned(), text)).into(),
            tensors: shape.tensors().flat_map(of).collect(),
        };
        let mut text = serde_json::to_vec(&header).unwrap_or_default();
        text.resize(text.len().next_multiple_of(8), b' ');
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(text);
        bytes.extend(self.weights.parameters().iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}

/// The name and the shape of the weights of a layer, and of its biases.
fn forms(shape: NetworkShape, tensor: Tensor) -> [(String, Vec<usize>); 2] {
    let [weight, bias] = names(tensor);
    let (outputs, inputs) = shape.dimensions(tensor);
    let dimensions = match tensor {
        Tensor::Convolution(_) => vec![outputs, inputs / NEIGHBOURS, 3, 3],
        _ => vec![outputs, inputs],
    };
    [(weight, dimensions), (bias, vec![outputs])]
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
    let entry = |name: &str| header.entry(name).map_err(NetworkFileError);
    let size =
        |name: &str| entry(name).map(|entry| entry.shape.first().copied().unwrap_or_default());
    let (shape, basis) = if header.is_convolutional() {
        let channels = size("conv1.weight")?;
        let layers = header.convolutions();
        let shape = NetworkShape::Convolutional { channels, layers };
        if !shape.is_allowed() {
            return wrong(format!(
                "`conv1.weight` is for {channels} channels; convolutions have a multiple of \
                 {STEP}, {MOST_CHANNELS} at most"
            ));
        }
        (shape, "channels as `conv1.weight` has them")
    } else {
        let hidden = [size("input.weight")?, size("hidden.weight")?];
        for (name, units) in ["input.weight", "hidden.weight"].into_iter().zip(hidden) {
            if !(NetworkShape::Dense { hidden: [units; 2] }).is_allowed() {
                return wrong(format!(
                    "`{name}` is for {units} units; layers have a multiple of {STEP}, {LARGEST} \
                     at most"
                ));
            }
        }
        (NetworkShape::Dense { hidden }, "layers as `input.weight` and `hidden.weight` have them")
    };
    for (name, dimensions) in shape.tensors().flat_map(|tensor| forms(shape, tensor)) {
        check_form(entry(&name)?, &name, &dimensions, basis)?;
    }
    if let Some(name) = header.stranger(shape) {
        return wrong(format!(
            "`{name}` is no tensor of the network that the others make: it is for {INPUTS} \
             inputs with `input` and `hidden`, or has `conv1`, `conv2` and so on without a gap"
        ));
    }
    Ok(shape)
}

/// Whether a tensor has the right numbers, and so many of them.
fn check_form(entry: &Entry, name: &str, shape: &[usize], basis: &str) -> Result<()> {
    if entry.dtype != "F32" {
        let dtype = excerpt(&entry.dtype);
        return wrong(format!("`{name}` has numbers of the type {dtype}, F32 is read"));
    }
    if entry.shape != shape {
        let found = format!("{:?}", &entry.shape[..entry.shape.len().min(4)]);
        return wrong(format!(
            "`{name}` has the shape {found}; with {INPUTS} inputs and {basis}, it is {shape:?}"
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
    let mut places: Vec<_> = header.tensors.iter().map(|(_, entry)| entry.data_offsets).collect();
    places.sort_unstable();
    let mut filled = 0;
    for [start, end] in places {
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
fn append(all: &mut Vec<f32>, data: &[u8], entry: &Entry, name: &str, limit: f32) -> Result<()> {
    let [start, end] = entry.data_offsets;
    for (at, bytes) in data[start..end].as_chunks().0.iter().enumerate() {
        let number = f32::from_le_bytes(*bytes);
        let is_right = number.abs() <= limit;
        if !is_right {
            return wrong(format!(
                "number {at} of `{name}`, counted from 0 row by row, is {number}; numbers from \
                 -{limit:e} to {limit:e} are read"
            ));
        }
        all.push(number);
    }
    Ok(())
}
