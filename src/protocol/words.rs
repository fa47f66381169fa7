//! Cutting a line into words.

/// The first word of a text and the rest of it, both without the blanks around them.
pub(super) fn split_first(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    Some(match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    })
}

/// What stands before and after the first whole word `word` (in any case), untrimmed inside.
pub(super) fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut from = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        if piece.trim().eq_ignore_ascii_case(word) {
            return Some((text.get(..from)?, text.get(from + piece.len()..)?));
        }
        from += piece.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert_eq!(
            split_at_word("EvalFile value a/value b", "value"),
            Some(("EvalFile ", "a/value b"))
        );
        assert_eq!(split_at_word("values  VALUE x  y", "value"), Some(("values  ", "x  y")));
        assert_eq!(split_at_word("values", "value"), None);
        assert_eq!(split_at_word("value", "value"), Some(("", "")));
    }

    #[test]
    fn blanks_of_any_kind_separate() {
        assert_eq!(split_first(" \t go\tdepth 5 "), Some(("go", "depth 5")));
        assert_eq!(split_first("  \t"), None);
    }
}
