package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.store.ImageTable;
import dev.baton.orchestrator.store.sql.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the images of tasks and attempts of vibe-kanban, which later versions call attachments. */
final class OldImages {
  private static final List<String> IN_WORKTREES = List.of(".vibe-attachments", ".vibe-images");

  private final OldDatabase old;
  private final ImportedRows imported;
  private final Map<UUID, OldRow> images = new HashMap<>();
  private final Map<UUID, List<UUID>> ofTasks;
  private final Map<UUID, List<UUID>> ofAttempts;
  private final Map<UUID, Set<UUID>> shown = new HashMap<>();
  private final List<Path> worktrees = new ArrayList<>();

  OldImages(OldDatabase old, ImportedRows imported) {
    this.old = old;
    this.imported = imported;
    old.rows("attachments", "images").forEach(image -> images.put(image.id(), image));
    ofTasks = links("task_id", "task_attachments", "task_images");
    ofAttempts = links("workspace_id", "workspace_attachments", "workspace_images");
    imported.cannot(
        countLost(ofTasks, old.rows("tasks")), "image", "the task or the image is not there");
    var attempts = old.rows("workspaces", "task_attempts");
    imported.cannot(
        countLost(ofAttempts, attempts),
        "image of an attempt",
        "the attempt or the image is not there");
    for (var attempt : attempts) {
      attempt.text("container_ref", "worktree_path").map(Path::of).ifPresent(worktrees::add);
    }
  }

  private long countLost(Map<UUID, List<UUID>> links, List<OldRow> owners) {
    var ids = owners.stream().map(OldRow::id).collect(Collectors.toSet());
    return links.entrySet().stream()
        .flatMap(link -> link.getValue().stream().map(image -> Map.entry(link.getKey(), image)))
        .filter(link -> !ids.contains(link.getKey()) || !images.containsKey(link.getValue()))
        .count();
  }

  private Map<UUID, List<UUID>> links(String owner, String... tables) {
    var links = new HashMap<UUID, List<UUID>>();
    for (var link : old.rows(tables)) {
      link.id(owner)
          .ifPresent(
              id ->
                  link.id("attachment_id", "image_id")
                      .ifPresent(
                          image -> links.computeIfAbsent(id, _ -> new ArrayList<>()).add(image)));
    }
    return links;
  }

  /** Those of a task that has come. */
  void ofTask(UUID task, long number) {
    bring(ofTasks.getOrDefault(task, List.of()), task, number);
  }

  /** Those of an attempt at a task that has come; here they are the task's. */
  void ofAttempt(UUID attempt, UUID task, long number) {
    bring(ofAttempts.getOrDefault(attempt, List.of()), task, number);
  }

  private void bring(List<UUID> ids, UUID task, long number) {
    var there = shown.computeIfAbsent(task, _ -> new HashSet<>());
    for (var id : ids) {
      var image = Optional.ofNullable(images.get(id));
      if (image.isPresent() && there.add(id)) {
        var name = image.get().text("original_name", "file_path").orElse("");
        try {
          if (there.size() > Image.MOST) {
            throw NewImage.tooMany("A task");
          }
          add(image.get(), name, task);
        } catch (ToolFailure | IOException e) {
          imported.cannot("image '%s' of task #%d: %s".formatted(name, number, e.getMessage()));
          there.remove(id);
        }
      }
    }
  }

  private void add(OldRow row, String name, UUID task) throws IOException {
    var content = Files.readAllBytes(find(row.text("file_path").orElse("")));
    var image = NewImage.of(name, content);
    var kept =
        image.kept(
            OldRow.derived("image " + task, row.id()),
            task,
            Image.Place.TASK,
            Instant.ofEpochMilli(row.created()));
    imported.add(
        "image",
        Json.object()
            .put("id", kept.id().toString())
            .put("task_id", task.toString())
            .put("place", Sql.stored(kept.place()))
            .put("name", kept.name())
            .put("type", Sql.stored(kept.type()))
            .put("size", kept.size())
            .put("created_at", row.created()));
    var pieces = ImageTable.pieces(content);
    for (int piece = 0; piece < pieces.size(); piece++) {
      imported.add(
          "image_piece",
          Json.object()
              .put("image_id", kept.id().toString())
              .put("piece", piece)
              .put("content", pieces.get(piece)));
    }
  }

  private Path find(String name) throws IOException {
    return Stream.concat(old.imageDirectories().stream(), inWorktrees())
        .map(directory -> directory.resolve(name))
        // why: it names files, and never ones elsewhere
        .filter(file -> file.equals(file.normalize()) && Files.isRegularFile(file))
        .findFirst()
        .orElseThrow(
            () -> new IOException("its file %s is neither kept nor copied".formatted(name)));
  }

  /** It copies images for its agents, into the worktree or one below its directory. */
  private Stream<Path> inWorktrees() {
    return worktrees.stream()
        .filter(Files::isDirectory)
        .flatMap(root -> Stream.concat(Stream.of(root), below(root)))
        .flatMap(root -> IN_WORKTREES.stream().map(root::resolve));
  }

  private static Stream<Path> below(Path root) {
    try (var entries = Files.list(root)) {
      return entries.filter(Files::isDirectory).toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
