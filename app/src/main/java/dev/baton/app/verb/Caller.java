package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Calls operations by their names. */
final class Caller {
  private final Server server;
  private final Map<String, Operation> operations;

  Caller(Server server, List<Operation> operations) {
    this.server = server;
    this.operations =
        operations.stream()
            .collect(Collectors.toUnmodifiableMap(Operation::name, Function.identity()));
  }

  Answer call(String name, ObjectNode arguments) throws IOException, InterruptedException {
    var operation = operations.get(name);
    if (operation == null) {
      throw new IllegalArgumentException("There is no operation " + name);
    }
    return server.call(operation.endpoints().getFirst().path(), arguments);
  }
}
