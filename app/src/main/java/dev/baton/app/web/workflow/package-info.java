/** The list of workflows, the form of one, and the page of a run. */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.workflow;
