/** The page of one task: its attempts, their conversation, and what a person does with them. */
@org.jspecify.annotations.NullMarked
package dev.baton.app.web.task;
