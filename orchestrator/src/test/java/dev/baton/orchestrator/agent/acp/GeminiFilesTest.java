package dev.baton.orchestrator.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.agent.TurnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When Gemini CLI is told to trust a repository. */
class GeminiFilesTest {
  @TempDir private Path workspace;

  private String trusts(RepositoryTrust trust) {
    var request =
        TurnRequest.of(UUID.randomUUID(), "x", workspace, Path.of("/private")).withTrust(trust);
    return GeminiLaunch.of(request)
        .environment()
        .getOrDefault("GEMINI_CLI_TRUST_WORKSPACE", "not told");
  }

  private void write(String file, String content) throws IOException {
    var path = workspace.resolve(file);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, content);
  }

  @Test
  void a_repository_without_words_for_it_is_trusted() {
    assertThat(trusts(RepositoryTrust.NONE)).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        ".gemini/styleguide.md | Write well | true",
        ".gemini/config.yaml | code_review: {} | true",
        ".gemini/settings.json | {} | true",
        ".gemini/settings.json | {\"context\": {\"fileName\": \"AGENTS.md\"}} | true",
        ".gemini/settings.json | {\"context\": {\"includeDirectories\": [\"/\"]}} | false",
        ".gemini/settings.json | {\"context\": \"?\"} | true",
        ".gemini/settings.json | {\"mcpServers\": {}} | false",
        ".gemini/settings.json | {\"ui\": {}, \"hooks\": {}} | false",
        ".gemini/settings.json | {\"from_the_future\": 1} | false",
        ".gemini/settings.json | // not JSON | false",
        ".gemini/settings.json/x | a folder | false",
        ".gemini/.env | A=B | false",
        ".gemini/commands/x.toml | prompt = 1 | false",
        ".gemini/extensions/x/gemini-extension.json | {} | false",
        ".gemini | a file | false",
        ".env | A=B | false"
      })
  void files_that_may_name_programs_are_not_trusted(String file, String content, String trusted)
      throws IOException {
    write(file, content);

    assertThat(trusts(RepositoryTrust.NONE)).isEqualTo(trusted);
    assertThat(trusts(new RepositoryTrust(true, true))).isEqualTo("true");
    assertThat(trusts(new RepositoryTrust(true, false))).isEqualTo(trusted);
  }

  @Test
  void links_are_not_trusted() throws IOException {
    Files.createDirectory(workspace.resolve(".gemini"));
    write("other.md", "words");
    Files.createSymbolicLink(workspace.resolve(".gemini/GEMINI.md"), workspace.resolve("other.md"));

    assertThat(trusts(RepositoryTrust.NONE)).isEqualTo("false");
  }
}
