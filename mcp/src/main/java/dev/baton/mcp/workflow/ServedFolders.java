package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.catalog.Catalog;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.yaml.WorkflowFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the workflow files of some directories, and follows their changes. */
final class ServedFolders {
  private static final Logger LOG = LoggerFactory.getLogger(ServedFolders.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final WorkflowRegistry registry;
  private final WorkflowFolder folder;
  private final Map<String, SequentialWorkflow> served = new ConcurrentHashMap<>();

  ServedFolders(WorkflowRegistry registry, List<Path> directories) {
    this.registry = registry;
    this.folder =
        new WorkflowFolder(
            directories,
            new Catalog(
                registry.inside(),
                served::containsKey,
                tool -> served.values().stream().anyMatch(own -> own.toolName().equals(tool))));
  }

  void serve() {
    // why: a file may name what a part adds that comes later
    registry.inside().whenBuilt(this::refresh);
    registry.inside().every(INTERVAL, this::refresh);
  }

  private void refresh() {
    var change = folder.refresh();
    change.broken().forEach(ServedFolders::report);
    change.removed().forEach(this::remove);
    change.changed().forEach(name -> serve(name, registry::replace));
    change.added().forEach(name -> serve(name, registry::add));
  }

  private void remove(String name) {
    Optional.ofNullable(served.remove(name)).ifPresent(registry::remove);
  }

  private void serve(String name, Consumer<SequentialWorkflow> how) {
    var workflow =
        folder.workflows().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    served.put(name, workflow);
    how.accept(workflow);
  }

  private static void report(WorkflowFolder.BrokenFile broken) {
    LOG.error(
        "{} is not served{}:\n{}",
        broken.file(),
        broken.served().map(name -> ", its last good version '%s' is".formatted(name)).orElse(""),
        broken.problems().stream().map(Object::toString).collect(Collectors.joining("\n")));
  }
}
