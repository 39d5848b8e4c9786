/** Commands about workflows: checking files, running, going on. */
@NullMarked
package dev.baton.app.command.workflow;

import org.jspecify.annotations.NullMarked;
