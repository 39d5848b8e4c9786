/**
 * Takes one attempt through its turns: what runs next, how it is started and stopped, and how the
 * turn ends. Dev servers run beside the turns by the same means.
 *
 * <p>Threads, for whoever looks for one:
 *
 * <ul>
 *   <li>A call such as {@code start_task_attempt} records the turn on its own thread, in one
 *       transaction, and then waits in {@code StartWatches} until the program runs.
 *   <li>The scheduler's thread for the attempt ({@code dispatch.Drivers}) drives it: {@code
 *       AttemptDriver} takes step after step, and {@code TurnPrograms} starts each program and
 *       waits for its end.
 *   <li>One thread reads the output of all programs ({@code process.OutputWatcher}) and brings it
 *       into the store ({@code ingest.OutputIngest}); that is also what ends the driver's waiting.
 *   <li>What follows from output, such as lines that an agent wants to read, is done on a thread of
 *       its own each ({@code ingest.OutputEffects}).
 *   <li>Whoever stops an attempt does so on the thread of the call ({@code AttemptStops}).
 * </ul>
 */
@NullMarked
package dev.baton.orchestrator.turn;

import org.jspecify.annotations.NullMarked;
