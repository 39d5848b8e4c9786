package dev.baton.orchestrator.turn;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the agent of one program reaches this server, kept beside it: some agents are told after they
 * have started, perhaps by another server than the one that started them.
 */
record AgentAccessFile(Path privateDirectory) {
  private Path file() {
    return privateDirectory.resolve("access.json");
  }

  TurnFile holding(McpAccess access) {
    var json = Json.object().put("url", access.url().toString()).put("token", access.token());
    return new TurnFile(file(), json.toString());
  }

  Optional<McpAccess> find() {
    try {
      if (!Files.exists(file())) {
        return Optional.empty();
      }
      var json = Json.parseObject(Files.readString(file()));
      return Optional.of(
          new McpAccess(
              URI.create(json.path("url").asString("")), json.path("token").asString("")));
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(file()), e);
    }
  }
}
