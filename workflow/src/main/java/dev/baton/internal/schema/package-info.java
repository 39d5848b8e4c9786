/**
 * JSON Schema and records: what a schema says about a place, what is wrong with a value, and how
 * records look as JSON.
 */
@NullMarked
package dev.baton.internal.schema;

import org.jspecify.annotations.NullMarked;
