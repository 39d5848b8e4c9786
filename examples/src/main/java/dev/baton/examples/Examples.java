package dev.baton.examples;

import dev.baton.examples.conformance.ConformanceServer;
import dev.baton.examples.deploy.DeployServer;
import dev.baton.examples.greeting.GreetingServer;
import dev.baton.examples.logseq.LogseqServer;
import java.util.List;
import java.util.Optional;

/** The example servers by name. */
public final class Examples {
  private Examples() {}

  public static List<String> names() {
    return List.of("greeting", "logseq", "deploy", "conformance");
  }

  /** The example of this name. */
  public static Optional<Example> find(String name) {
    return switch (name) {
      case "greeting" -> Optional.of(GreetingServer::start);
      case "logseq" -> Optional.of(LogseqServer::start);
      case "deploy" -> Optional.of(DeployServer::start);
      case "conformance" -> Optional.of(ConformanceServer::start);
      default -> Optional.empty();
    };
  }
}
