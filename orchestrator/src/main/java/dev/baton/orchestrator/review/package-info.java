/** A user reviews an attempt: its changes file by file, with scopes, hunks and what was viewed. */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.review;
