package dev.baton.orchestrator.board;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Selects tasks; an empty field leaves out none.
 *
 * @param projectId empty for all projects that are not archived
 * @param labels a task has all of them
 * @param words a task has each of them in its title or its description, in capitals or not
 * @param archived if those are meant that the board leaves out; else the others
 * @param work what their newest attempts are like
 */
public record BoardTaskFilter(
    Optional<UUID> projectId,
    Optional<BoardTaskStatus> status,
    List<String> labels,
    Optional<Priority> priority,
    List<String> words,
    boolean archived,
    WorkFilter work) {
  /** What the newest attempt at a task is like; what is empty leaves out none. */
  public record WorkFilter(Optional<String> executor, Optional<WorkState> state) {
    /** Leaves out none. */
    static final WorkFilter ANY = new WorkFilter(Optional.empty(), Optional.empty());
  }

  /** How the newest attempt at a task stands, in one word for a person who looks for tasks. */
  public enum WorkState {
    NEEDS_YOU("needs"),
    RUNNING("running"),
    IN_LINE("waiting"),
    COMPLETED("completed"),
    FAILED("failed"),
    /** Nothing has run, and nothing waits to run. */
    NOT_BEGUN("idle");

    private final String word;

    WorkState(String word) {
      this.word = word;
    }

    /** The word for it in addresses and in queries. */
    public String word() {
      return word;
    }
  }

  /** What is on the board. */
  public static final BoardTaskFilter ALL =
      new BoardTaskFilter(
          Optional.empty(), Optional.empty(), List.of(), Optional.empty(), List.of(), false);

  public BoardTaskFilter {
    labels = List.copyOf(labels);
    words = List.copyOf(words);
  }

  /** Whatever their attempts are like. */
  public BoardTaskFilter(
      Optional<UUID> projectId,
      Optional<BoardTaskStatus> status,
      List<String> labels,
      Optional<Priority> priority,
      List<String> words,
      boolean archived) {
    this(projectId, status, labels, priority, words, archived, WorkFilter.ANY);
  }

  /** The same with such attempts. */
  public BoardTaskFilter worked(WorkFilter by) {
    return new BoardTaskFilter(projectId, status, labels, priority, words, archived, by);
  }

  /** The same in one project. */
  public BoardTaskFilter ofProject(UUID id) {
    return new BoardTaskFilter(Optional.of(id), status, labels, priority, words, archived, work);
  }

  /** The same in one column. */
  public BoardTaskFilter in(BoardTaskStatus column) {
    return new BoardTaskFilter(
        projectId, Optional.of(column), labels, priority, words, archived, work);
  }

  /** The same in all columns. */
  public BoardTaskFilter inAllColumns() {
    return new BoardTaskFilter(
        projectId, Optional.empty(), labels, priority, words, archived, work);
  }
}
