package dev.baton.orchestrator.cost;

import java.util.Set;
import java.util.UUID;

/**
 * The budgets of more than one task that are used up.
 *
 * @param ofDay whether that of this day is
 * @param ofProjects the projects whose own budget is
 */
public record SpentBudgets(boolean ofDay, Set<UUID> ofProjects) {
  public SpentBudgets {
    ofProjects = Set.copyOf(ofProjects);
  }

  /** Whether no turn begins in a project, unless a person permits it. */
  public boolean stops(UUID projectId) {
    return ofDay || ofProjects.contains(projectId);
  }
}
