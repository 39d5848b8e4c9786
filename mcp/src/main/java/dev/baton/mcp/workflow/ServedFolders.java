package dev.baton.mcp.workflow;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.yaml.WorkflowFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
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
    var now =
        folder.workflows().stream()
            .collect(Collectors.toMap(SequentialWorkflow::name, Function.identity(), (a, _) -> a));
    change.removed().forEach(this::remove);
    change.changed().forEach(this::remove);
    for (var names : List.of(change.changed(), change.added())) {
      names.forEach(
          name -> {
            var workflow = now.get(name);
            if (workflow != null) {
              served.put(name, workflow);
              registry.add(workflow);
            }
          });
    }
  }

  private void remove(String name) {
    var workflow = served.remove(name);
    if (workflow != null) {
      registry.remove(workflow);
    }
  }

  private static void report(WorkflowFolder.BrokenFile broken) {
    LOG.error(
        "{} is not served{}:\n{}",
        broken.file(),
        broken.served().map(name -> ", its last good version '%s' is".formatted(name)).orElse(""),
        broken.problems().stream().map(Object::toString).collect(Collectors.joining("\n")));
  }
}
