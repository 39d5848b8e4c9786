package dev.baton.app.command;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The browser of the person at this machine, if there is one. */
record Browser(Map<String, String> environment) {
  private static final String PAGE_FILE = "open.html";
  private static final int OPENER_SECONDS = 5;

  /** Opens a page of the board; false if there is no browser. */
  boolean open(DataDirectory directory, BoardLink link) throws IOException, InterruptedException {
    var opener = findOpener();
    if (opener.isEmpty()) {
      return false;
    }
    // why a file: others on this machine can read the arguments of a program, and the link
    // has the token in it
    directory.write(PAGE_FILE, page(link).getBytes(StandardCharsets.UTF_8));
    start(opener.get(), directory.file(PAGE_FILE));
    return true;
  }

  /** A page that goes to the board at once. */
  private static String page(BoardLink link) {
    return """
        <!doctype html>
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0;url=%1$s">
        <title>Baton</title>
        <p><a href="%1$s">Open the board</a></p>
        """
        .formatted(link.text().replace("&", "&amp;"));
  }

  private Optional<String> findOpener() {
    var named = environment.getOrDefault("BROWSER", "");
    if (!named.isBlank()) {
      return findProgram(named);
    }
    var isMac = System.getProperty("os.name", "").startsWith("Mac");
    var hasScreen =
        isMac
            || Stream.of("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
                .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    return hasScreen
        ? Stream.of(isMac ? "open" : "xdg-open", "wslview")
            .flatMap(name -> findProgram(name).stream())
            .findFirst()
        : Optional.empty();
  }

  private Optional<String> findProgram(String name) {
    return Stream.concat(
            name.contains("/") ? Stream.of(Path.of(name)) : Stream.empty(),
            Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  private static void start(String opener, Path page) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(opener, page.toUri().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.outputWriter().close();
    // why not longer: some openers are the browser itself, and stay
    if (process.waitFor(OPENER_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
      throw new CommandFailure(
          "%s could not open the board (exit code %d); 'baton open --print' says its link."
              .formatted(opener, process.exitValue()));
    }
  }
}
