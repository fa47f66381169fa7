//! The board in the terminal, without a terminal: the game, the screen and the lines.

mod game;
mod lines;
mod screen;
