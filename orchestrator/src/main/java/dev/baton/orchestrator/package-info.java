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
 *   <li>The work of agents, in git and without users: {@code workspace} makes the worktrees, {@code
 *       changes} reads and commits what is in them, {@code merge} brings the work into its target
 *       branch, {@code update} brings the target branch into the work.
 *   <li>The same as users meet it: {@code review} shows the work and marks what a person has seen,
 *       {@code shipping} has the calls that merge, update, push and propose, {@code forge} speaks
 *       to the hosts of pull requests.
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
 *
 * <p>The other types whose names begin with Attempt:
 *
 * <ul>
 *   <li>What it is: {@code attempt.Attempt}, its {@code AttemptState}, its repositories ({@code
 *       AttemptRepo}), a line of a list of them ({@code AttemptOverview}), and the rules that hold
 *       where a project has none of its own ({@code AttemptRules}). {@code store.AttemptTable}
 *       stores it, {@code tools.AttemptStatusView} is its state on the wire.
 *   <li>Before it runs: {@code start.AttemptPlans} finds out what it needs, {@code
 *       dispatch.AttemptRequirements} what it asks of a node, and {@code dispatch.AttemptScheduler}
 *       hands it to a thread. {@code dispatch.AttemptEngine} wires all that runs attempts.
 *   <li>While it runs: {@code turn.AttemptWorkspaces} has its worktrees, {@code turn.AttemptStops}
 *       stops it, {@code turn.AttemptInterruption} lets it fail when its node is gone, {@code
 *       turn.AttemptHolds} keeps turns from beginning meanwhile, {@code turn.AttemptToken} lets its
 *       agent call this server, and {@code call.AttemptOwner} is that agent as a caller.
 *   <li>In git: {@code git.AttemptRefs} names the refs that keep its work.
 * </ul>
 */
@NullMarked
package dev.baton.orchestrator;

import org.jspecify.annotations.NullMarked;
