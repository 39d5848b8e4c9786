package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void without_a_verb_it_prints_help_and_all_is_well() {
    var ended = Cli.run();

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).startsWith("Usage: baton").contains("example", "token");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void it_knows_its_version() {
    var ended = Cli.run("--version");

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).matches("baton \\d+\\.\\d+\\.\\d+\\S* \\(Java 2\\d.*\\)\\R");
  }

  @Test
  void an_unknown_verb_is_wrong_usage_and_the_verbs_are_named() {
    var ended = Cli.run("serv");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("baton: There is no command 'serv'; these are: serve, mcp, stop, status, ")
        .contains(", task, ", ", attempt, ")
        .hasLineCount(1);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void an_unknown_option_is_wrong_usage_and_help_is_named() {
    var ended = Cli.run("example", "conformance", "--htpp", "1");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("'--htpp'", "'baton example --help' shows how it is used");
  }
}
