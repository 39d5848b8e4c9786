package dev.baton.app.web.task;

import dev.baton.app.web.text.BlockerView;
import dev.baton.orchestrator.board.TaskNeighbours;
import dev.baton.orchestrator.board.TaskNeighbours.Branch;
import java.util.List;
import java.util.UUID;

/**
 * The tasks around a task.
 *
 * @param before what it waits for
 * @param after what waits for it
 */
record NeighboursView(List<Node> before, List<Node> after) {
  /** A task, and those behind it. */
  record Node(BlockerView task, List<BlockerView> next) {
    private static Node of(Branch branch, UUID reader) {
      return new Node(
          BlockerView.of(branch.task(), reader),
          branch.next().stream().map(it -> BlockerView.of(it, reader)).toList());
    }
  }

  /**
   * As a page shows them.
   *
   * @param reader the project that they are spoken of in
   */
  static NeighboursView of(TaskNeighbours neighbours, UUID reader) {
    return new NeighboursView(
        neighbours.blockers().stream().map(it -> Node.of(it, reader)).toList(),
        neighbours.waiting().stream().map(it -> Node.of(it, reader)).toList());
  }
}
