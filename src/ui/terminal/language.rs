//! The languages, and the words that stand in many sentences.

use crate::board::{Color, IllegalMove};
use crate::engine::LEVELS;

/// What the board speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// The highest level.
pub const HIGHEST_LEVEL: u8 = LEVELS.len() as u8;

impl Language {
    /// Reads `en` or `zh`, or what `LANG` says: `zh_CN.UTF-8`, `C`; what is no Chinese is English.
    pub fn of_locale(locale: &str) -> Self {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if code.eq_ignore_ascii_case("zh") { Self::Chinese } else { Self::English }
    }

    /// What the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
        Self::of_locale(&locale.unwrap_or_default())
    }

    /// One of two texts.
    pub const fn pick<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// The name of a side.
    pub const fn side(self, side: Color) -> &'static str {
        match side {
            Color::Black => self.pick("Black", "黑方"),
            Color::White => self.pick("White", "白方"),
        }
    }

    /// The name of a level, 0 to 8.
    pub fn level(self, level: u8) -> &'static str {
        match usize::from(level).checked_sub(1).and_then(|at| LEVELS.get(at)) {
            Some(level) => self.pick(level.name, level.chinese),
            None => self.pick("Full strength", "最强"),
        }
    }

    /// A value in centidiscs for Black: who is ahead by how many discs.
    pub fn value(self, black: i32) -> String {
        let tenths = (f64::from(black) / 10.0).round() as i32;
        let side = if tenths > 0 { Color::Black } else { Color::White };
        match tenths {
            0 => self.pick("even", "均势").into(),
            _ => format!("{} +{}.{}", self.side(side), tenths.abs() / 10, tenths.abs() % 10),
        }
    }

    /// Why a move cannot be played.
    pub fn refusal(self, why: IllegalMove) -> String {
        if self == Self::English {
            return why.to_string();
        }
        match why {
            IllegalMove::Occupied => "那里已有棋子".into(),
            IllegalMove::FlipsNothing(side) => format!("{}在那里翻不了子", self.side(side)),
            IllegalMove::MustPass(side) => format!("{}无处可下，只能停一手", self.side(side)),
            IllegalMove::CanMove(side) => format!("{}有处可下，不能停一手", self.side(side)),
            IllegalMove::GameOver => "棋局已经结束".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_the_language() {
        let asked = |set: &[(&str, &str)]| {
            let set: Vec<(String, String)> =
                set.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            Language::of_environment(|name| {
                set.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
            })
        };
        assert_eq!(asked(&[]), Language::English);
        assert_eq!(asked(&[("LANG", "zh_CN.UTF-8")]), Language::Chinese);
        assert_eq!(asked(&[("LANG", "zh_TW"), ("LC_ALL", "C")]), Language::English);
        assert_eq!(asked(&[("LANG", "de_DE"), ("LC_MESSAGES", "zh")]), Language::Chinese);
        assert_eq!(asked(&[("LC_ALL", ""), ("LANG", "zh-Hans")]), Language::Chinese);
        assert_eq!(asked(&[("LANG", "zhuang")]), Language::English);
    }

    #[test]
    fn values_say_who_is_ahead() {
        for (value, english, chinese) in [
            (0, "even", "均势"),
            (4, "even", "均势"),
            (5, "Black +0.1", "黑方 +0.1"),
            (-1234, "White +12.3", "白方 +12.3"),
            (6400, "Black +64.0", "黑方 +64.0"),
        ] {
            assert_eq!(Language::English.value(value), english);
            assert_eq!(Language::Chinese.value(value), chinese);
        }
    }
}
