/** What people remark on the work of agents before they send it. */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.comment;
