/**
 * The fixture server of the official conformance suite: one tool, prompt or resource for each thing
 * that the suite tries, and what the tests with real clients need beyond that.
 */
@NullMarked
package dev.baton.examples.conformance;

import org.jspecify.annotations.NullMarked;
