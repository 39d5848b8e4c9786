package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.acp.AcpProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What recordings of real agents mean. After a wanted change, run with {@code -Dbaton.golden=write}
 * and read the difference.
 */
class GoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/agents/golden");

  static Stream<Arguments> recordings() {
    var create = TestAgents.request("please [[create]]");
    var edit = TestAgents.request("please [[edit]]");
    var ask = TestAgents.request("please [[create]]", TurnMode.APPROVALS);
    var run = TestAgents.request("x [[bash /home/dev/work]]");
    var claude = TestAgents.claude();
    var codex = TestAgents.codex();
    var gemini = TestAgents.acp(AcpProfiles.GEMINI);
    var opencode = TestAgents.acp(AcpProfiles.OPENCODE);
    var copilot = TestAgents.acp(AcpProfiles.COPILOT);
    var claudeAcp = TestAgents.acp("CLAUDE_ACP");
    var codexAcp = TestAgents.acp("CODEX_ACP");
    return Stream.of(
        Arguments.of("claude-create.jsonl", claude, create, 0),
        Arguments.of("claude-resume-edit.jsonl", claude, edit, 0),
        Arguments.of("claude-mcp-tool.jsonl", claude, create, 0),
        Arguments.of("claude-interrupt-wire.txt", claude, create, 1),
        Arguments.of("claude-approve-wire.txt", claude, ask, 0),
        Arguments.of("qwen-create.jsonl", claude, create, 0),
        Arguments.of("codex-create.jsonl", codex, create, 0),
        Arguments.of("codex-resume-edit.jsonl", codex, edit, 0),
        Arguments.of("codex-mcp-tool.jsonl", codex, create, 0),
        Arguments.of("codex-http500.jsonl", codex, create, 1),
        Arguments.of("codex-appserver-approve-wire.txt", codex, ask, 0),
        Arguments.of("codex-appserver-interrupt-wire.txt", codex, ask, 0),
        Arguments.of("acp-gemini-create-wire.txt", gemini, create, 0),
        Arguments.of("acp-gemini-resume-wire.txt", gemini, resumed(edit), 0),
        Arguments.of("acp-gemini-cancel-wire.txt", gemini, run, 0),
        Arguments.of("acp-opencode-create-wire.txt", opencode, create, 0),
        Arguments.of("acp-opencode-resume-wire.txt", opencode, resumed(edit), 0),
        Arguments.of("acp-opencode-cancel-wire.txt", opencode, run, 0),
        Arguments.of("acp-copilot-create-wire.txt", copilot, ask, 0),
        Arguments.of("acp-copilot-resume-wire.txt", copilot, resumed(edit), 0),
        Arguments.of("acp-copilot-cancel-wire.txt", copilot, run, 0),
        Arguments.of("acp-claude-create-wire.txt", claudeAcp, create, 0),
        Arguments.of("acp-claude-resume-wire.txt", claudeAcp, resumed(edit), 0),
        Arguments.of("acp-claude-cancel-wire.txt", claudeAcp, run, 0),
        Arguments.of("acp-codex-create-wire.txt", codexAcp, create, 0),
        Arguments.of("acp-codex-resume-wire.txt", codexAcp, resumed(edit), 0),
        Arguments.of("acp-codex-cancel-wire.txt", codexAcp, run, 0));
  }

  private static TurnRequest resumed(TurnRequest request) {
    return request.withEarlierSession("the-earlier-session");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("recordings")
  void a_recording_means_the_same_as_before(
      String name, AgentExecutor executor, TurnRequest request, int exitCode) throws IOException {
    var outputs =
        Playback.play(Recording.load(name), executor, request, new ProgramExit.Code(exitCode));
    var file = name.replaceFirst("\\.\\w+$", ".golden");
    if ("write".equals(System.getProperty("baton.golden"))) {
      Files.writeString(GOLDEN.resolve(file), Script.of(outputs));
    }
    assertThat(Script.of(outputs)).isEqualTo(Files.readString(GOLDEN.resolve(file)));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void the_same_lines_mean_the_same_to_a_new_reader(
      String name, AgentExecutor executor, TurnRequest request, int exitCode) {
    var recording = Recording.load(name);
    var exit = new ProgramExit.Code(exitCode);
    assertThat(Playback.play(recording, executor, request, exit))
        .isEqualTo(Playback.play(recording, executor, request, exit));
  }
}
