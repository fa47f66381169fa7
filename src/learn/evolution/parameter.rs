//! What is tuned: single weights of the linear evaluation, and the engine's numeric options.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Engine, EngineLimits, Kind, OptionError, Options, find_option};
use crate::eval::{Features, Weights};

/// A number of the engine, and between which bounds it is looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name of a feature, for its weight, or of an option.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

/// Weights are tuned in steps of one part in so many.
const WEIGHT_STEPS: f64 = 100.0;

/// Why a text is not a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterError {
    /// It has not the form `NAME:MIN:MAX`.
    Form(String),
    /// Neither a feature nor a numeric option.
    Name(String),
    /// The bounds are no numbers, or too wide for it, or the lower one is not below the upper one.
    Bounds {
        /// The parameter.
        name: String,
        /// What they have to be.
        wanted: String,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(f, "'{text}' is not NAME:MIN:MAX"),
            Self::Name(name) => write!(
                f,
                "'{name}' is neither a feature ({}) nor an option with whole numbers",
                Features::NAMES.join(", ")
            ),
            Self::Bounds { name, wanted } => {
                write!(f, "the bounds of {name} have to be two numbers {wanted}, the lower first")
            }
        }
    }
}

impl std::error::Error for ParameterError {}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Self, ParameterError> {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let &[name, min, max] = &parts[..] else {
            return Err(ParameterError::Form(text.into()));
        };
        let (name, least, most) = if let Some(axis) = feature(name) {
            (Features::NAMES[axis], -Weights::LIMIT, Weights::LIMIT)
        } else if let Some((name, min, max)) = spin(name) {
            (name, min as f64, max as f64)
        } else {
            return Err(ParameterError::Name(name.into()));
        };
        match (min.parse::<f64>(), max.parse::<f64>()) {
            (Ok(min), Ok(max)) if least <= min && min < max && max <= most => {
                Ok(Self { name: name.into(), min, max })
            }
            _ => Err(ParameterError::Bounds {
                name: name.into(),
                wanted: format!("from {least} to {most}"),
            }),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.min, self.max)
    }
}

fn feature(name: &str) -> Option<usize> {
    Features::NAMES.iter().position(|feature| feature.eq_ignore_ascii_case(name))
}

/// The name and the bounds of an option with whole numbers.
fn spin(name: &str) -> Option<(&'static str, i64, i64)> {
    let spec = find_option(name)?;
    match spec.kind {
        Kind::Spin { min, max, .. } => Some((spec.name, min, max)),
        _ => None,
    }
}

impl Parameter {
    /// The five weights, each from `-bound` to `bound`.
    pub fn weights(bound: f64) -> Vec<Self> {
        Features::NAMES
            .iter()
            .map(|name| Self { name: (*name).into(), min: -bound, max: bound })
            .collect()
    }

    /// Whether it is a weight of the linear evaluation.
    pub fn is_weight(&self) -> bool {
        feature(&self.name).is_some()
    }

    /// A value as it is played with: weights in hundredths, options in whole numbers.
    pub fn rounded(&self, value: f64) -> f64 {
        match feature(&self.name) {
            Some(_) => (value * WEIGHT_STEPS).round() / WEIGHT_STEPS,
            None => value.round(),
        }
    }

    /// The value that it has in these options.
    pub fn value(&self, options: &Options) -> f64 {
        let engine = Engine::new(options.clone(), EngineLimits::default());
        match feature(&self.name) {
            Some(axis) => engine.linear().weights.values()[axis],
            None => engine.option(&self.name).and_then(|text| text.parse().ok()).unwrap_or(0.0),
        }
    }
}

/// The settings, as names and values of the engine's options, that a point stands for.
pub fn settings(
    parameters: &[Parameter],
    point: &[f64],
    baseline: &Options,
) -> Vec<(String, String)> {
    let engine = Engine::new(baseline.clone(), EngineLimits::default());
    let mut weights = engine.linear().weights.values();
    let mut tunes_weights = false;
    let mut settings = Vec::new();
    for (parameter, &value) in parameters.iter().zip(point) {
        let value = parameter.rounded(value);
        match feature(&parameter.name) {
            Some(axis) => {
                weights[axis] = value;
                tunes_weights = true;
            }
            None => settings.push((parameter.name.clone(), format!("{value:.0}"))),
        }
    }
    if tunes_weights {
        let words: Vec<String> = weights.iter().map(f64::to_string).collect();
        settings.push(("Weights".into(), words.join(" ")));
    }
    settings
}

/// The engine's options with these settings.
///
/// # Errors
/// When there is no memory for an option, or a value is refused.
pub fn with_settings(
    settings: &[(String, String)],
    baseline: &Options,
) -> Result<Options, OptionError> {
    let mut engine = Engine::new(baseline.clone(), EngineLimits::default());
    for (name, value) in settings {
        engine.set_option(name, Some(value))?;
    }
    Ok(engine.into_options())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_weights_and_whole_numbered_options() {
        let read = |text: &str| text.parse::<Parameter>();
        assert_eq!(read("Frontier:-12:12.5").unwrap().to_string(), "frontier:-12:12.5");
        assert_eq!(read(" selectivity : 80 : 95 ").unwrap().to_string(), "Selectivity:80:95");
        let said = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(said("edge:1"), "'edge:1' is not NAME:MIN:MAX");
        assert!(said("Eval:0:1").starts_with("'Eval' is neither a feature (mobility, "));
        let bounds =
            "the bounds of Selectivity have to be two numbers from 73 to 100, the lower first";
        for text in
            ["selectivity:50:90", "selectivity:90:80", "selectivity:a:b", "selectivity:nan:90"]
        {
            assert_eq!(said(text), bounds, "{text}");
        }
    }

    #[test]
    fn a_point_sets_what_it_stands_for_and_leaves_the_rest() {
        let parameters: Vec<Parameter> =
            ["edge:-12:12", "Selectivity:73:100"].map(|text| text.parse().unwrap()).into();
        let baseline = Options::default();
        let settings = settings(&parameters, &[2.71449, 80.4], &baseline);
        let options = with_settings(&settings, &baseline).unwrap();
        assert_eq!(parameters[0].value(&options), 2.71);
        assert_eq!(parameters[1].value(&options), 80.0);
        let mobility = Parameter { name: "mobility".into(), min: 0.0, max: 1.0 };
        assert_eq!(mobility.value(&options), mobility.value(&baseline));
    }
}
