/** YAML as nodes that know their lines; the only place that knows the library which reads it. */
@NullMarked
package dev.baton.internal.yaml;

import org.jspecify.annotations.NullMarked;
