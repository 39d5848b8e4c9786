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
      "  source <(baton completion zsh)    in ~/.zshrc",
      "  baton completion fish | source    in ~/.config/fish/config.fish"
    })
final class CompletionCommand implements Runnable {
  private static final String FISH = "fish";

  // why one script for two shells: it tells them apart itself
  private static final List<String> SHELLS = List.of("bash", "zsh", FISH);

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private String shell = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(
          spec.commandLine(),
          "There is no completion for '%s'; there is one for bash, zsh and fish".formatted(shell));
    }
    var out = spec.commandLine().getOut();
    out.println("# Completion for %s; source it.".formatted(shell));
    var root = spec.root().commandLine();
    out.println(
        shell.equals(FISH) ? new FishCompletion(root).script() : AutoComplete.bash("baton", root));
    out.flush();
  }
}
