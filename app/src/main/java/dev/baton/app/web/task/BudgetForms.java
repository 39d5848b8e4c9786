package dev.baton.app.web.task;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.BoardTaskChange;
import java.math.BigDecimal;
import java.util.Optional;

/** Says what tasks and projects may cost, and lets one turn cost more. */
public final class BudgetForms {
  private final Orchestrator orchestrator;
  private final OneTaskPage page;

  public BudgetForms(Orchestrator orchestrator, OneTaskPage page) {
    this.orchestrator = orchestrator;
    this.page = page;
  }

  public Route.Response setOfTask(Visit visit) {
    var id = visit.requireId("task");
    try {
      var ignored =
          orchestrator
              .board()
              .changeTask(
                  new BoardTaskChange(
                      id,
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.of(NewBudget.ofPerson(dollars(visit)))));
      return Route.Response.seeOther(visit.back().orElse("/tasks/" + id));
    } catch (ToolFailure failure) {
      return page.refused(visit, new Chosen(id, Optional.empty()), Problem.Place.HEAD, failure);
    }
  }

  public Route.Response exceed(Visit visit) {
    var id = visit.requireId("task");
    var ignored = orchestrator.costs().exceed(id);
    return Route.Response.seeOther(visit.back().orElse("/tasks/" + id));
  }

  public Route.Response setOfProject(Visit visit) {
    var id = visit.requireId("project");
    var ignored =
        orchestrator
            .autoStarts()
            .change(
                new PullChange(
                    id,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(NewBudget.ofPerson(dollars(visit)))));
    return Route.Response.seeOther(visit.back().orElse("/insights?project=" + id));
  }

  /** Nothing typed is no budget. */
  private static BigDecimal dollars(Visit visit) {
    var text = visit.form().text("budget").strip().replace("$", "");
    try {
      return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw ToolFailure.invalid(
          "/budget",
          "'%s' is no sum of dollars".formatted(text),
          "Write it with digits and a point, such as 7.50");
    }
  }
}
