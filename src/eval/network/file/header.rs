//! The header of a file: the tensors by name, and texts.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::weights::{CONVOLUTIONS, NetworkShape, Tensor};

/// The key of the texts.
const METADATA: &str = "__metadata__";

/// The names of the tensors: weights, biases.
pub(super) fn names(tensor: Tensor) -> [String; 2] {
    ["weight", "bias"].map(|part| format!("{}.{part}", tensor.name()))
}

/// The tensors of some form, and texts.
#[derive(Default)]
pub(super) struct Header {
    pub metadata: BTreeMap<String, String>,
    /// In the order in which they are written.
    pub tensors: Vec<(String, Entry)>,
}

/// Of what kind a tensor is, and where it stands.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `dtype`, `shape` and `data_offsets`")]
pub(super) struct Entry {
    pub dtype: String,
    pub shape: Vec<usize>,
    pub data_offsets: [usize; 2],
}

impl Header {
    /// A tensor.
    ///
    /// # Errors
    /// That it is missing.
    pub fn entry(&self, name: &str) -> Result<&Entry, String> {
        let mut tensors = self.tensors.iter();
        let found = tensors.find(|(of, _)| of == name);
        found.map(|(_, entry)| entry).ok_or_else(|| format!("the header: missing field `{name}`"))
    }

    /// Whether there is a tensor of convolutions.
    pub fn is_convolutional(&self) -> bool {
        self.tensors.iter().any(|(name, _)| name.starts_with("conv"))
    }

    /// How many convolutions there are.
    pub fn convolutions(&self) -> usize {
        let is_there = |name: &&&str| self.entry(&format!("{name}.weight")).is_ok();
        CONVOLUTIONS.iter().take_while(is_there).count().max(1)
    }

    /// What is no tensor of a shape.
    pub fn stranger(&self, shape: NetworkShape) -> Option<&str> {
        let names: Vec<String> = shape.tensors().flat_map(names).collect();
        let mut tensors = self.tensors.iter().map(|(name, _)| name.as_str());
        tensors.find(|name| !names.iter().any(|of| of == name))
    }
}

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.tensors.len()))?;
        map.serialize_entry(METADATA, &self.metadata)?;
        for (name, entry) in &self.tensors {
            map.serialize_entry(name, entry)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Tensors)
    }
}

struct Tensors;

impl<'de> Visitor<'de> for Tensors {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of tensors")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let mut header = Header::default();
        let mut has_metadata = false;
        while let Some(name) = map.next_key::<String>()? {
            let is_there = header.tensors.iter().any(|(of, _)| *of == name);
            if is_there || (has_metadata && name == METADATA) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            if name == METADATA {
                has_metadata = true;
                header.metadata = map.next_value()?;
            } else if is_known(&name) {
                header.tensors.push((name, map.next_value()?));
            } else {
                return Err(A::Error::custom(format!(
                    "unknown field `{name}`, expected one of `{METADATA}`, and the `weight` and \
                     `bias` of `input`, `hidden`, `conv1` to `conv{}`, `value`, `policy`",
                    CONVOLUTIONS.len()
                )));
            }
        }
        Ok(header)
    }
}

/// Whether a tensor of some form has this name.
fn is_known(name: &str) -> bool {
    let tensors = [Tensor::Input, Tensor::Hidden, Tensor::Value, Tensor::Policy];
    let convolutions = (0..CONVOLUTIONS.len()).map(Tensor::Convolution);
    tensors.into_iter().chain(convolutions).flat_map(names).any(|of| of == name)
}
