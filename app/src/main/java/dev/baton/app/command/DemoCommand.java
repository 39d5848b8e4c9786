package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.app.client.RefusedException;
import dev.baton.app.command.base.Version;
import dev.baton.app.demo.Demo;
import dev.baton.app.demo.DemoPlace;
import dev.baton.app.demo.Stage;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.Shutdown;
import dev.baton.app.server.BoardServer;
import dev.baton.app.server.ServeSettings;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton demo}: shows what Baton does, in a directory that is gone afterwards. */
@Command(
    name = "demo",
    description =
        "Show the whole loop with a scripted agent: task, attempts, approval, follow-up, merge."
            + " Needs no account and leaves nothing behind.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton demo",
      "  baton demo --keep       keep the repository and the board to look at them"
    })
final class DemoCommand implements Callable<Integer> {
  @Option(names = "--keep", description = "Keep the directory, and say where it is.")
  private boolean keep;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  DemoCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var place = makePlace();
    try {
      tell(place);
    } catch (RefusedException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    } finally {
      if (!keep) {
        place.delete();
      }
    }
    sayWhatIsLeft(place);
    return ExitCode.OK;
  }

  private static DemoPlace makePlace() throws InterruptedException {
    try {
      return DemoPlace.make();
    } catch (IOException e) {
      throw new CommandFailure(
          "The demonstration's repository could not be made: %s. 'baton doctor' checks git."
              .formatted(e.getMessage()),
          e);
    }
  }

  private void tell(DemoPlace place) throws IOException, InterruptedException {
    var directory = new DataDirectory(place.data());
    var token = new LocalToken(directory).loadOrMake();
    var server = BoardServer.start(ServeSettings.ofOwn(directory, false), environment);
    try (var client = new McpClient(URI.create(server.url()), token.text())) {
      var demo = new Demo(client, place, new Stage(spec.commandLine().getOut(), Ansi.AUTO), keep);
      var isEnding = new AtomicBoolean();
      Runnable end =
          () -> {
            if (isEnding.compareAndSet(false, true)) {
              end(demo, server, place);
            }
          };
      try (var shutdown = Shutdown.with(end)) {
        try {
          demo.run();
        } finally {
          if (isEnding.get()) {
            // why: the user wants to leave, and the end is being made by another thread
            shutdown.await();
          }
        }
      } finally {
        end.run();
      }
    }
  }

  /** Stops the agents, if any of them still runs, and the server, and removes what they used. */
  private void end(Demo demo, BoardServer server, DemoPlace place) {
    try {
      demo.stop();
    } catch (IOException | InterruptedException e) {
      throw new CommandFailure("The demonstration's agents could not be stopped.", e);
    } finally {
      server.close();
      if (!keep) {
        place.delete();
      }
    }
  }

  private void sayWhatIsLeft(DemoPlace place) {
    var out = spec.commandLine().getOut();
    out.println();
    if (keep) {
      out.println("Kept in %s; see its board with:".formatted(place.directory()));
      out.println("  baton open --data-dir %s".formatted(place.data()));
    } else {
      out.println("That was the demonstration; nothing of it is left (--keep keeps it). Next:");
      out.println("  baton doctor                which real agents this machine has");
      out.println("  baton connect claude-code   let an MCP client use Baton");
      out.println("  baton open                  the board in a browser");
    }
    out.flush();
  }
}
