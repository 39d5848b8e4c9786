package dev.baton.app.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.top.TopBoard;
import dev.baton.app.verb.Server.Answer;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a server refuses, in words that people at a command line can follow. */
class RefusalWordsTest {
  private static final String ID = "0193b1c0-0000-7000-8000-000000000001";

  private final StringWriter err = new StringWriter();
  private final List<String> calls = new ArrayList<>();

  private int run(Answer answer, String... words) throws IOException, InterruptedException {
    Server server =
        (path, arguments) -> {
          calls.add(path + " " + arguments);
          return answer;
        };
    return PlainVerb.read(List.of(words))
        .orElseThrow()
        .run(server, new PrintWriter(new StringWriter()), new PrintWriter(err), Map.of())
        .orElseThrow();
  }

  private static Answer refused(String message, String hint) {
    return new Answer(true, new ToolFailure(FailureCode.NOT_FOUND, message, hint).toJson());
  }

  @Test
  void tools_are_verbs_in_message_and_hint_but_not_what_somebody_typed() throws Exception {
    var answer =
        refused(
            "There is no file 'get_attempt_changes'; get_attempt_changes lists what changed",
            "Call get_attempt_file again");

    assertThat(run(answer, "attempt", "file", ID, "get_attempt_changes")).isEqualTo(1);

    assertThat(err.toString().lines())
        .containsExactly(
            "baton: There is no file 'get_attempt_changes'; 'baton attempt changes' lists what"
                + " changed",
            "Next: Call 'baton attempt file' again");
  }

  @Test
  void a_field_that_is_to_be_set_is_an_option() throws Exception {
    var answer =
        refused("It is there", "Use project_id 1; or repeat the call with allow_shared true");

    assertThat(run(answer, "task", "show", ID)).isEqualTo(1);

    assertThat(err.toString().lines().toList().getLast())
        .isEqualTo("Next: Use project_id 1; or repeat the call with --allow-shared");
  }

  @Test
  void who_looked_for_the_id_on_the_way_is_not_named() throws Exception {
    var answer = refused("The database is away", "Repeat find_ids in a minute");

    assertThat(run(answer, "task", "show", "shop#1")).isEqualTo(1);

    assertThat(calls).hasSize(1);
    assertThat(err.toString().lines().toList().getLast())
        .isEqualTo("Next: Repeat 'baton task show' in a minute");
  }

  @Test
  void an_envelope_speaks_of_verbs_too() throws Exception {
    var answer = refused("The database is away", "Call find_ids again");

    assertThat(run(answer, "task", "show", "shop#1", "--json")).isEqualTo(1);

    var envelope = Json.parseObject(err.toString());
    assertThat(envelope.path("hint").asString()).isEqualTo("Call 'baton task show' again");
    assertThat(envelope.path("code").asString()).isEqualTo("not_found");
  }

  @Test
  void what_runs_is_listed_by_the_verb_that_was_typed() {
    var answer = refused("The database is away", "Call list_task_attempts again");
    var board = new TopBoard((_, _) -> answer, Optional.empty());

    assertThatThrownBy(board::rows).hasMessage("The database is away. Call 'baton top' again");
  }

  @Test
  void a_project_stops_to_start_tasks_by_0_alone() throws Exception {
    var answer = new Answer(false, Json.object());

    assertThat(run(answer, "project", "update", ID, "--auto-start", "0")).isZero();

    assertThat(calls).last().asString().contains("\"auto_start\":{\"limit\":0,\"executor\":\"\"}");
  }
}
