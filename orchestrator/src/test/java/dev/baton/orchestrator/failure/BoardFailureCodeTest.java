package dev.baton.orchestrator.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.FailureCode;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BoardFailureCodeTest {
  private static List<FailureCode> codes() throws IllegalAccessException {
    return codes(BoardFailureCode.class);
  }

  private static List<FailureCode> codes(Class<?> type) throws IllegalAccessException {
    var fields = Arrays.stream(type.getFields()).toList();
    var codes = new FailureCode[fields.size()];
    for (Field field : fields) {
      codes[fields.indexOf(field)] = (FailureCode) field.get(null);
    }
    return List.of(codes);
  }

  @Test
  void the_codes_and_what_may_be_retried_are_pinned() throws IllegalAccessException {
    assertThat(codes())
        .extracting(FailureCode::wireName)
        .containsExactlyInAnyOrder(
            "mixed_pagination",
            "no_session",
            "attempt_busy",
            "executor_unavailable",
            "executor_not_found",
            "session_lost",
            "target_dirty",
            "idempotency_conflict",
            "idempotency_in_progress",
            "git_conflict",
            "attempt_failed",
            "node_unavailable",
            "blocked",
            "forge_unavailable",
            // why twice: some of its reasons pass by themselves
            "forge_unavailable",
            "budget_exceeded");
    assertThat(codes())
        .filteredOn(FailureCode::retryable)
        .containsExactlyInAnyOrder(
            BoardFailureCode.NO_SESSION,
            BoardFailureCode.ATTEMPT_BUSY,
            BoardFailureCode.SESSION_LOST,
            BoardFailureCode.IDEMPOTENCY_IN_PROGRESS,
            BoardFailureCode.NODE_UNAVAILABLE,
            BoardFailureCode.FORGE_UNREACHABLE);
  }

  @Test
  void the_page_of_errors_has_every_code_and_no_other() throws Exception {
    var all = new ArrayList<>(codes(FailureCode.class));
    all.addAll(codes());
    var page = Files.readString(Path.of("..", "docs", "errors.md"));
    assertThat(
            Pattern.compile("^\\| `([a-z_]+)` \\| (yes|no) \\|", Pattern.MULTILINE)
                .matcher(page)
                .results()
                .map(row -> row.group(1) + " " + row.group(2)))
        .containsExactlyInAnyOrderElementsOf(
            all.stream()
                .distinct()
                .map(code -> code.wireName() + " " + (code.retryable() ? "yes" : "no"))
                .toList());
  }
}
