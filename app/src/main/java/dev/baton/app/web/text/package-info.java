/**
 * Words for what a page shows, and text of others made harmless: Markdown, colours of a terminal,
 * and characters that hide.
 */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.text;
