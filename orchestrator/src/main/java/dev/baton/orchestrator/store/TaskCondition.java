package dev.baton.orchestrator.store;

import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkState;
import dev.baton.orchestrator.cost.SpentBudgets;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a filter says of a task, as the condition of a query in which the task is {@code t}. */
final class TaskCondition {
  private static final String NEWEST_ATTEMPT =
      "from attempt x where x.task_id = t.id order by x.created_at desc, x.id limit 1";

  /** What a card says first: a question, then a place in line, then how the last turn ended. */
  private static final String WORK =
      """
      coalesce((
        select case
          when exists (select 1 from approval q where q.attempt_id = x.id and q.status = 'pending')
            then '%s'
          when x.ticket is not null then '%s'
          else x.state end
        %s), '%s')\
      """
          .formatted(
              WorkState.NEEDS_YOU.word(),
              WorkState.IN_LINE.word(),
              NEWEST_ATTEMPT,
              WorkState.NOT_BEGUN.word());

  /** Its own budget is used up. */
  private static final String SPENT =
      """
      t.budget is not null and t.budget <= coalesce((
        select sum(%s) from agent_cost c where c.task_id = t.id), 0)\
      """
          .formatted(CostTable.COST);

  /** A word that is a task's number too, alone or with its project. */
  private static final Pattern NUMBER = Pattern.compile("((?:.*#)?)([0-9]{1,9})");

  private final List<String> parts = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();

  static TaskCondition of(BoardTaskFilter filter, Sql sql) {
    // why in these words: the indexes are for one of the two
    var condition =
        new TaskCondition().and("t.archived_at is " + (filter.archived() ? "not null" : "null"));
    filter
        .projectId()
        .ifPresentOrElse(
            id -> condition.and("t.project_id = ?", id),
            () ->
                condition.and(
                    // why no join: databases would read all tasks, project by project
                    "(select p.archived_at from project p where p.id = t.project_id) is null"));
    filter.status().ifPresent(status -> condition.and("t.status = ?", status));
    filter.priority().ifPresent(priority -> condition.and("t.priority = ?", priority));
    filter.labels().forEach(condition::andLabel);
    filter.words().forEach(word -> condition.andWord(word, sql));
    filter
        .work()
        .executor()
        .ifPresent(name -> condition.and("(select x.executor " + NEWEST_ATTEMPT + ") = ?", name));
    filter.work().state().ifPresent(state -> condition.and(WORK + " = ?", state.word()));
    return condition;
  }

  /**
   * Holds of a task no turn of which may begin, because a budget is used up and nobody permits it.
   *
   * @param isSpent whether the budget of its project or of the day is used up
   */
  static String unpaid(boolean isSpent) {
    return isSpent ? "(t.over_budget = 0)" : "(t.over_budget = 0 and %s)".formatted(SPENT);
  }

  /** Holds of a task of which one turn may begin although a budget is used up. */
  static String permitted(boolean isSpent) {
    return isSpent ? "(t.over_budget = 1)" : "(t.over_budget = 1 and %s)".formatted(SPENT);
  }

  /** Adds that no turn of the task may begin for want of money, whichever project it is in. */
  TaskCondition andUnpaid(SpentBudgets spent) {
    if (spent.ofDay() || spent.ofProjects().isEmpty()) {
      return and(unpaid(spent.ofDay()));
    }
    var places = String.join(", ", Collections.nCopies(spent.ofProjects().size(), "?"));
    return and(
        "t.over_budget = 0 and (t.project_id in (%s) or %s)".formatted(places, SPENT),
        spent.ofProjects().toArray());
  }

  /** Adds what must hold too. */
  TaskCondition and(String part, Object... partValues) {
    parts.add(part);
    values.addAll(List.of(partValues));
    return this;
  }

  void andLabel(String name) {
    and(
        """
        exists (
          select 1 from task_label l join label b on b.id = l.label_id
          where l.task_id = t.id and b.name = ?)\
        """,
        name);
  }

  private void andWord(String word, Sql sql) {
    var pattern = sql.isShared() ? WordPattern.expression(word) : WordPattern.glob(word);
    var matches = sql.isShared() ? "~" : "glob";
    var number = NUMBER.matcher(word);
    if (!number.matches()) {
      and("(t.title %1$s ? or t.description %1$s ?)".formatted(matches), pattern, pattern);
      return;
    }
    and(
        """
        (t.title %1$s ? or t.description %1$s ? or t.number = ? and ? in ('', '#', (
          select p.name || '#' from project p where p.id = t.project_id)))\
        """
            .formatted(matches),
        pattern,
        pattern,
        Long.valueOf(number.group(2)),
        number.group(1));
  }

  String text() {
    return String.join(" and ", parts);
  }

  Object[] values() {
    return values.toArray();
  }

  /**
   * Finds a word in a text, in capitals or not. The databases differ in which letters they know the
   * capitals of, so that each letter stands in the pattern in all its forms.
   */
  private static final class WordPattern {
    private static final String SPECIAL = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    private WordPattern() {}

    /** For {@code glob} of SQLite. */
    static String glob(String word) {
      return "*" + letters(word, letter -> "*?[".indexOf(letter) < 0 ? "%c" : "[%c]") + "*";
    }

    /** For {@code ~} of PostgreSQL. */
    static String expression(String word) {
      return letters(word, letter -> SPECIAL.indexOf(letter) < 0 ? "%c" : "\\%c");
    }

    /**
     * All letters of a word, each in its forms.
     *
     * @param plain the form of a letter that has one only
     */
    private static String letters(String word, IntFunction<String> plain) {
      return word.codePoints()
          .mapToObj(
              letter -> {
                var forms = forms(letter);
                return forms.codePointCount(0, forms.length()) == 1
                    ? plain.apply(letter).formatted(letter)
                    : "[" + forms + "]";
              })
          .collect(Collectors.joining());
    }

    private static String forms(int letter) {
      return IntStream.of(
              letter,
              Character.toLowerCase(letter),
              Character.toUpperCase(letter),
              Character.toTitleCase(letter))
          .distinct()
          .mapToObj(Character::toString)
          .collect(Collectors.joining());
    }
  }
}
