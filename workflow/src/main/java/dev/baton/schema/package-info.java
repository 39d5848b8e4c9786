/** JSON Schema: what a schema says about a place, and what is wrong with a value. */
@NullMarked
package dev.baton.schema;

import org.jspecify.annotations.NullMarked;
