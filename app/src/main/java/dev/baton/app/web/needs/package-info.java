/** What waits for a person, over all projects. */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.needs;
