package dev.baton.app.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An agent of the user's launchd, on macOS. */
final class LaunchAgent implements LoginService {
  private static final String LABEL = "dev.baton.server";
  private static final Pattern DIRECTORY =
      Pattern.compile("<key>BATON_HOME</key>\\s*<string>(.*?)</string>");

  private final Path file;
  private final Path home;
  private final SystemProgram launchctl;

  LaunchAgent(Path home, SystemProgram launchctl) {
    this.home = home;
    this.file = home.resolve("Library/LaunchAgents").resolve(LABEL + ".plist");
    this.launchctl = launchctl;
  }

  @Override
  public String kind() {
    return "launchd";
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String text(ServicePlan plan) {
    // why AbandonProcessGroup: agents go on when the server ends
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- Written by 'baton service install'; 'baton service remove' takes it away. -->
        <plist version="1.0">
        <dict>
          <key>Label</key>
          <string>%s</string>
          <key>ProgramArguments</key>
          <array>
        %s
          </array>
          <key>EnvironmentVariables</key>
          <dict>
            <key>BATON_HOME</key>
            <string>%s</string>
            <key>BATON_JAVA_HOME</key>
            <string>%s</string>
            <key>PATH</key>
            <string>%s</string>
          </dict>
          <key>RunAtLoad</key>
          <true/>
          <key>KeepAlive</key>
          <dict>
            <key>SuccessfulExit</key>
            <false/>
          </dict>
          <key>AbandonProcessGroup</key>
          <true/>
        </dict>
        </plist>
        """
        .formatted(
            LABEL,
            plan.command().stream()
                .map(word -> "    <string>%s</string>".formatted(escaped(word)))
                .collect(Collectors.joining("\n")),
            escaped(plan.directory().toString()),
            escaped(plan.javaHome().toString()),
            escaped(plan.path()));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public Optional<Path> findDirectory(String text) {
    var entry = DIRECTORY.matcher(text);
    return entry.find()
        ? Optional.of(
            Path.of(entry.group(1).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")))
        : Optional.empty();
  }

  @Override
  public void start() throws IOException, InterruptedException {
    if (isActive()) {
      launchctl.run("bootout", service());
    }
    launchctl.run("bootstrap", domain(), file.toString());
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    if (isActive()) {
      launchctl.run("bootout", service());
    }
  }

  @Override
  public void forget() {
    // why nothing: launchd reads the files anew at each login
  }

  @Override
  public boolean isEnabled() {
    return Files.exists(file);
  }

  @Override
  public boolean isActive() throws IOException, InterruptedException {
    return launchctl.asks("print", service());
  }

  private String service() throws IOException {
    return domain() + "/" + LABEL;
  }

  /** The services of the logged-in user, by the number of the user. */
  private String domain() throws IOException {
    return "gui/" + Files.getAttribute(home, "unix:uid");
  }
}
