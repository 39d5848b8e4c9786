package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Absent;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shells complete, asked in the shells themselves. */
class CompletionTest {
  @TempDir private Path directory;

  /** What a shell does when the user has typed this and presses the key. */
  private static String ask(String typed) {
    return """
    COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=%d
    _complete_baton
    echo "${COMPREPLY[@]}"
    """
        .formatted(typed, typed.split(" ", -1).length - 1, typed, typed.length());
  }

  private String run(String shell, String... lines) throws IOException, InterruptedException {
    var completion = Cli.run("completion", shell);
    assertThat(completion.code()).isZero();
    Files.writeString(directory.resolve("completion"), completion.out());
    var script = Files.writeString(directory.resolve("script"), String.join("\n", lines));
    try (var program =
        Program.start(List.of(shell, script.toString()), Map.of("HOME", directory.toString()))) {
      var ended = program.await();
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err()).isEmpty();
      return ended.out();
    }
  }

  @Test
  void bash_completes_verbs_options_and_values() throws Exception {
    // why: bash lets nobody use this one outside of a completion
    var source = "compopt() { :; }\nsource " + directory.resolve("completion");

    assertThat(run("bash", source, ask("baton attempt st"))).isEqualTo("start status stop");
    assertThat(run("bash", source, ask("baton task update X --sta"))).contains("--status");
    assertThat(run("bash", source, ask("baton task update X --status in")))
        .isEqualTo("inprogress inreview");
    assertThat(run("bash", source, ask("baton attempt list --state r"))).isEqualTo("running");
    assertThat(run("bash", source, ask("baton import issues --from git")))
        .isEqualTo("github gitlab");
    assertThat(run("bash", source, ask("baton connect c"))).isEqualTo("claude-code codex cursor");
    assertThat(run("bash", source, ask("baton example l"))).isEqualTo("logseq");
  }

  private static void require(String shell) {
    if (!isInstalled(shell)) {
      Absent.skip("Completion in " + shell, "it is not on the PATH");
    }
  }

  @Test
  void zsh_takes_the_same_script_and_completes_with_it() throws Exception {
    require("zsh");

    var out =
        run(
            "zsh",
            "autoload -Uz compinit && compinit -D -u",
            "source " + directory.resolve("completion"),
            "echo ${_comps[baton]}",
            // why: so zsh calls functions that were written for bash
            "setopt ksharrays shwordsplit",
            ask("baton attempt st"));

    assertThat(out).startsWith("_bash_complete").contains("start", "status", "stop");
  }

  @Test
  void fish_completes_verbs_options_and_values() throws Exception {
    require("fish");
    var source = "source " + directory.resolve("completion");

    assertThat(run("fish", source, "complete -C 'baton attempt st'"))
        .matches("(?s)start\t.+\\nstatus\t.+\\nstop\t.+");
    assertThat(run("fish", source, "complete -C 'baton task update X --sta'"))
        .startsWith("--status");
    assertThat(run("fish", source, "complete -C 'baton task update X --status in'"))
        .matches("inprogress(\t.*)?\ninreview(\t.*)?");
    assertThat(run("fish", source, "complete -C 'baton --data-dir x approvals respond X d'"))
        .contains("deny");
    assertThat(run("fish", source, "complete -C 'baton demo l'")).doesNotContain("logs", "list");
  }

  private static boolean isInstalled(String shell) {
    return List.of(System.getenv("PATH").split(":", -1)).stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
  }
}
