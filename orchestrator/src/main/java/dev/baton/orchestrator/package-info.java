/**
 * The wiring of what a user can do with a board of tasks and the coding agents that attempt them.
 * {@link dev.baton.orchestrator.Orchestrator} is the way in. The use cases are in rooms, as a user
 * meets them: {@code planning}, {@code start}, {@code followup}, {@code review}, {@code progress},
 * {@code insight}, {@code shipping}, {@code upkeep}; what they share is in {@code call}.
 *
 * <p>The other rooms, by what one looks for:
 *
 * <ul>
 *   <li>What callers see: {@code tools} (one operation a file), {@code page}, {@code failure}.
 *   <li>Rules without I/O: {@code board}, {@code attempt}, {@code transcript}, {@code comment},
 *       {@code image}, {@code cost}.
 *   <li>An attempt at work: {@code dispatch} decides which attempts run, {@code turn} takes one
 *       through its turns, {@code ingest} brings its output into the store, {@code budget} stops
 *       what costs too much.
 *   <li>Programs: {@code agent} knows the coding agents, {@code process} runs them, {@code git}
 *       runs git.
 *   <li>The work and its way out: {@code workspace} has the worktrees, {@code changes} reads and
 *       commits them, {@code merge} moves target branches and {@code update} those of attempts,
 *       {@code forge} has pull requests. These know git and no user; {@code review} shows changes
 *       to people, and {@code shipping} has the calls that merge, update and push.
 *   <li>Several servers: {@code node}, {@code fleet}, {@code remote}, {@code mirror}.
 *   <li>What happened: {@code event} for those who wait here, {@code notice} for those elsewhere.
 *   <li>Storage: {@code store}; whole boards come and go by {@code transfer} and {@code
 *       vibekanban}.
 * </ul>
 *
 * <p>Whoever wants to do something with an attempt finds it here:
 *
 * <ul>
 *   <li>Begin one: {@code start.AttemptStarts}.
 *   <li>See where it stands, wait for it, stop it: {@code progress.Attempts}.
 *   <li>Tell its agent more: {@code followup.FollowUps}; go back before a turn: {@code
 *       followup.AttemptTurns}.
 *   <li>Look at its work: {@code review.AttemptWork} as a model does, {@code review.AttemptReviews}
 *       as a person does, file by file.
 *   <li>Merge it, bring it up to date, propose it: {@code shipping.AttemptMerges}, {@code
 *       shipping.AttemptUpdates}, {@code shipping.AttemptPullRequests}.
 *   <li>Delete it: {@code upkeep.Deletions}; move it to another node: {@code upkeep.Nodes}.
 *   <li>What happens by itself while it runs: {@code turn.AttemptDriver}, and the threads in the
 *       package comment of {@code turn}.
 * </ul>
 */
@NullMarked
package dev.baton.orchestrator;

import org.jspecify.annotations.NullMarked;
