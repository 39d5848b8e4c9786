/**
 * A user reviews an attempt: its files one by one, in scopes and hunks, and how far each person is
 * with them. It reads through {@code changes} and changes nothing.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.review;
