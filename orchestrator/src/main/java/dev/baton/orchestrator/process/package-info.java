/**
 * Operating-system processes: started detached, found again, read, stopped. What must survive the
 * server is in the directory of each program; the package keeps nothing else.
 */
@NullMarked
package dev.baton.orchestrator.process;

import org.jspecify.annotations.NullMarked;
