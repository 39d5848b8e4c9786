package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What agents see of the server's variables. */
class AgentEnvironmentTest {
  @Test
  void only_named_variables_pass() {
    var server = Map.of("PATH", "/bin", "HOME", "/home/me", "AWS_SECRET", "x", "BATON_TOKEN", "y");
    assertThat(AgentEnvironment.from(server).variables())
        .isEqualTo(Map.of("PATH", "/bin", "HOME", "/home/me", "TERM", "dumb", "LANG", "C.UTF-8"));
  }

  @Test
  void a_server_without_a_path_gives_its_agents_one() {
    assertThat(AgentEnvironment.from(Map.of()).variables())
        .containsEntry("PATH", "/usr/local/bin:/usr/bin:/bin");
  }

  @Test
  void the_locale_is_always_utf_8() {
    assertThat(locale(Map.of("LANG", "de_DE.UTF-8"))).isEqualTo("de_DE.UTF-8");
    assertThat(locale(Map.of("LC_ALL", "en_US.utf8", "LANG", "C"))).isEqualTo("en_US.utf8");
    assertThat(locale(Map.of("LC_ALL", "POSIX", "LANG", "C"))).isEqualTo("C.UTF-8");
  }

  @Test
  void what_is_added_wins() {
    var environment = AgentEnvironment.from(Map.of("HOME", "/home/me")).with("HOME", "/other");
    assertThat(environment.variables()).containsEntry("HOME", "/other");
  }

  private static String locale(Map<String, String> server) {
    return AgentEnvironment.from(server).variables().getOrDefault("LANG", "");
  }
}
