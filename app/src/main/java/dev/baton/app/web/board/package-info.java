/** The board: its columns and cards, a new task, and how to begin. */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.board;
