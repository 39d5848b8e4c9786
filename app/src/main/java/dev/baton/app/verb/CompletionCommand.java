package dev.baton.app.verb;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
  /** Shells that can be helped. The script suits both: it tells them apart itself. */
  enum Shell {
    bash,
    zsh
  }

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  private Shell shell = Shell.bash;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    var out = spec.commandLine().getOut();
    out.println("# Completion for %s; source it.".formatted(shell));
    out.println(AutoComplete.bash("baton", spec.root().commandLine()));
    out.flush();
  }
}
