package dev.baton.workflow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the mistakes in workflows. Immutable; thread safe if its catalog is.
 *
 * {@snippet file="dev/baton/workflow/WorkflowExamplesTest.java" region="server"}
 */
public final class WorkflowCheck {
  private final ServerCatalog catalog;

  private WorkflowCheck(ServerCatalog catalog) {
    this.catalog = catalog;
  }

  /** What is wrong with a definition in itself, in its order; empty if nothing. */
  public static List<WorkflowProblem> definition(SequentialWorkflow workflow) {
    return new DefinitionCheck(workflow).problems();
  }

  /** A check of workflows against the server that shall run them. */
  public static WorkflowCheck against(ServerCatalog catalog) {
    return new WorkflowCheck(catalog);
  }

  /**
   * What does not fit the server, in the order of the workflows and of their definitions: tools and
   * resources that it does not have, arguments and types that its tools do not take, names that
   * something else has. What cannot be known before a run is no problem.
   *
   * @param workflows all that the server shall have, because they may clash with each other too
   */
  public List<WorkflowProblem> problems(Collection<SequentialWorkflow> workflows) {
    var all = List.copyOf(workflows);
    var names = new ServedNames(catalog, all);
    return IntStream.range(0, all.size())
        .boxed()
        .flatMap(i -> problems(all.get(i), all.subList(0, i), names))
        .toList();
  }

  /** The same for one workflow that comes to others, which keep their names. */
  public List<WorkflowProblem> problems(
      SequentialWorkflow workflow, Collection<SequentialWorkflow> others) {
    return problems(workflow, others, List.of());
  }

  /**
   * The same for one workflow among others.
   *
   * @param earlier those that keep their names
   * @param later those that it goes before, and may call
   */
  public List<WorkflowProblem> problems(
      SequentialWorkflow workflow,
      Collection<SequentialWorkflow> earlier,
      Collection<SequentialWorkflow> later) {
    var all = new ArrayList<>(earlier);
    all.add(workflow);
    all.addAll(later);
    return problems(workflow, List.copyOf(earlier), new ServedNames(catalog, all)).toList();
  }

  private Stream<WorkflowProblem> problems(
      SequentialWorkflow workflow, List<SequentialWorkflow> earlier, ServedNames names) {
    return Stream.concat(
        names.clashes(workflow, earlier).stream(),
        new ServerCheck(catalog, names, workflow).problems().stream());
  }

  /**
   * Goes on only if all workflows fit the server.
   *
   * @throws InvalidWorkflowException with every problem
   */
  public void require(Collection<SequentialWorkflow> workflows) {
    var problems = problems(workflows);
    if (!problems.isEmpty()) {
      throw new InvalidWorkflowException(problems);
    }
  }
}
