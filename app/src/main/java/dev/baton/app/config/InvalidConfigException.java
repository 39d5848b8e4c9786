package dev.baton.app.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration has mistakes; all of them are told at once. */
public final class InvalidConfigException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<ConfigProblem> problems;

  InvalidConfigException(List<ConfigProblem> problems) {
    super(problems.stream().map(ConfigProblem::message).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<ConfigProblem> problems() {
    return problems;
  }
}
