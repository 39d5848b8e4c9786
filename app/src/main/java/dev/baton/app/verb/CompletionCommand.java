package dev.baton.app.verb;

import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton completion}: lets a shell complete verbs, options and values. */
@Command(
    name = "completion",
    description = "Print a script that completes commands in a shell.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  source <(baton completion bash)   in ~/.bashrc",
      "  source <(baton completion zsh)    in ~/.zshrc"
    })
final class CompletionCommand implements Runnable {
  // why one script: it tells the shells apart itself
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  private String shell = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(
          spec.commandLine(),
          "There is no completion for '%s'; there is one for bash and zsh".formatted(shell));
    }
    var out = spec.commandLine().getOut();
    out.println("# Completion for %s; source it.".formatted(shell));
    out.println(AutoComplete.bash("baton", spec.root().commandLine()));
    out.flush();
  }
}
