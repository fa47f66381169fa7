//! For people: what they see and touch.

pub mod terminal;
pub mod web;
