//! For people: what they see and touch.

pub mod web;
