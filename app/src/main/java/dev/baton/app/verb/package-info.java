/**
 * The operations on the command line: verbs, options and help are made from the one list of
 * operations, and a server does the work.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.app.verb;
