/**
 * The declarative form of workflows: YAML files, their problems with line numbers, and folders of
 * them that are read again when they change.
 */
@NullMarked
package dev.baton.workflow.yaml;

import org.jspecify.annotations.NullMarked;
