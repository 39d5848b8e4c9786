package dev.baton.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.orchestrator.forge.ForgeHost;
import dev.baton.orchestrator.forge.ForgeHost.ForgeKind;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where pull requests are made, as users write it. */
class ForgeSectionsTest {
  @TempDir private Path directory;

  private Configuration load(String file) throws Exception {
    Files.writeString(Configuration.file(directory), file);
    return Configuration.load(directory, Map.of(), List.of());
  }

  @Test
  void each_host_has_its_kind_its_token_and_its_program() throws Exception {
    var config =
        load(
            """
            forges:
              git.example.org:3000: {kind: forgejo, token_file: secrets/forgejo}
              gitea.example.org: {token_env: GITEA_TOKEN, url: http://10.0.0.7:8080/git}
              work: {kind: github, url: https://github.example.com, command: [/opt/gh, --quiet]}
            """);

    assertThat(config.forges())
        .containsExactly(
            new ForgeHost(
                "git.example.org:3000",
                Optional.of(ForgeKind.GITEA),
                Optional.empty(),
                List.of(),
                Optional.of(directory.resolve("secrets/forgejo")),
                Optional.empty()),
            new ForgeHost(
                "gitea.example.org",
                Optional.empty(),
                Optional.of(URI.create("http://10.0.0.7:8080/git")),
                List.of(),
                Optional.empty(),
                Optional.of("GITEA_TOKEN")),
            new ForgeHost(
                "work",
                Optional.of(ForgeKind.GITHUB),
                Optional.of(URI.create("https://github.example.com")),
                List.of("/opt/gh", "--quiet"),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void every_mistake_is_told_with_its_line_and_what_is_allowed() {
    var invalid =
        catchThrowableOfType(
            InvalidConfigException.class,
            () ->
                load(
                    """
                    forges:
                      git.example.org: {kind: bitbucket}
                      codeberg.org: {url: codeberg.org, token: abc}
                      "two words": {kind: gitea}
                    """));

    assertThat(invalid.problems().stream().map(ConfigProblem::message))
        .containsExactly(
            "config.yaml:2: forges.git.example.org.kind is 'bitbucket'; allowed: github, gitlab,"
                + " gitea, forgejo",
            "config.yaml:3: unknown key 'forges.codeberg.org.token'; did you mean 'token_file'?;"
                + " allowed: kind, url, command, token_file, token_env",
            "config.yaml:3: forges.codeberg.org.url is 'codeberg.org'; allowed: an address such as"
                + " https://git.example.org",
            "config.yaml:4: 'two words' is no name in forges; allowed: hosts, as they stand in the"
                + " addresses of remotes");
  }
}
