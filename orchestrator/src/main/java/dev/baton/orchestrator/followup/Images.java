package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;

/** Images of tasks, of messages, and of agents as proof of their work. Thread safe. */
public final class Images {
  /** What was sent along with no message for so long is dropped. */
  private static final Duration UNSENT = Duration.ofDays(1);

  private final Store store;
  private final Node node;
  private final AttemptWork work;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public Images(Store store, Node node, AttemptWork work, Supplier<UUID> ids, Clock clock) {
    this.store = store;
    this.node = node;
    this.work = work;
    this.ids = ids;
    this.clock = clock;
  }

  /** Puts an image beside the words of a task. */
  public Image addToTask(UUID taskId, String name, byte[] content) {
    var image = NewImage.of(name, content);
    return store.write(
        tables -> {
          tables.lock("images " + taskId);
          CallSubject.task(tables, taskId);
          refuseTooMany(tables.images().listOfTask(taskId).size(), "Task %s".formatted(taskId));
          return insert(
              tables, image, image.kept(ids.get(), taskId, Image.Place.TASK, clock.instant()));
        });
  }

  /** Keeps an image for a message to an agent, which names it. */
  public Image addForMessage(UUID attemptId, String name, byte[] content) {
    var image = NewImage.of(name, content);
    return store.write(
        tables -> {
          tables.lock("images " + attemptId);
          var attempt = CallSubject.attempt(tables, attemptId);
          var waiting = tables.images().listUnsent(attemptId);
          var old =
              waiting.stream()
                  .filter(it -> it.createdAt().isBefore(clock.instant().minus(UNSENT)))
                  .toList();
          old.forEach(tables.images()::delete);
          refuseTooMany(
              waiting.size() - old.size(), "The next message to attempt %s".formatted(attemptId));
          return insert(tables, image, attempt, Image.Place.MESSAGE);
        });
  }

  /** Keeps an image until another node has read it. */
  public Image carry(UUID attemptId, NewImage image) {
    return store.write(
        tables ->
            insert(tables, image, CallSubject.attempt(tables, attemptId), Image.Place.MESSAGE));
  }

  /** What was kept for another node is not needed any more; some may be gone already. */
  public void drop(List<UUID> images) {
    if (!images.isEmpty()) {
      store.write(
          tables -> {
            images.stream()
                .flatMap(id -> tables.images().find(id).stream())
                .forEach(tables.images()::delete);
            return images;
          });
    }
  }

  /** An image that was kept, as if it came anew. */
  public NewImage loadNew(UUID id) {
    var image = load(id);
    return NewImage.of(image.name(), content(image));
  }

  /** Takes a file of an attempt's workspace as proof of its agent's work. */
  public Image attach(UUID attemptId, String path) {
    var attempt = store.read(tables -> CallSubject.attemptOf(node, tables, attemptId));
    var root = work.workspace(attemptId).agentDirectory();
    var image = NewImage.of(fileName(path), read(root, path));
    return store.write(
        tables -> {
          tables.lock("images " + attemptId);
          CallSubject.attempt(tables, attemptId);
          refuseTooMany(
              tables.images().listProofs(attemptId).size(), "Attempt %s".formatted(attemptId));
          return insert(tables, image, attempt, Image.Place.PROOF);
        });
  }

  /** Those of a task. */
  public List<Image> listOfTask(UUID taskId) {
    return store.read(tables -> tables.images().listOfTask(taskId));
  }

  /** What the agent of an attempt attached. */
  public List<Image> listProofs(UUID attemptId) {
    return store.read(tables -> tables.images().listProofs(attemptId));
  }

  /** Those that wait for the next message to an attempt. */
  public List<Image> listUnsent(UUID attemptId) {
    return store.read(tables -> tables.images().listUnsent(attemptId));
  }

  /** What a turn showed to its agent. */
  public List<Image> listOfTurn(UUID turnId) {
    return store.read(tables -> tables.images().listOfTurn(turnId));
  }

  public Image load(UUID id) {
    return store.read(tables -> load(tables, id));
  }

  private static Image load(Tables tables, UUID id) {
    return tables
        .images()
        .find(id)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "There is no image %s".formatted(id),
                    "Call add_image and use the image_id of its answer"));
  }

  /** The bytes of an image. */
  public byte[] content(Image image) {
    var out = new ByteArrayOutputStream((int) image.size());
    store.read(
        tables -> {
          try {
            tables.images().copy(image, out);
            return image;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return out.toByteArray();
  }

  /** Takes an image away; what agents were shown stays with what was said. */
  public Image remove(UUID id) {
    return store.write(
        tables -> {
          var image = load(tables, id);
          tables.images().delete(image);
          return image;
        });
  }

  /** Fails if a message to an attempt cannot show these. */
  static void check(Tables tables, Attempt attempt, List<UUID> images) {
    if (images.size() > Image.MOST) {
      throw NewImage.tooMany("A message").at("/images");
    }
    for (var id : images) {
      if (!load(tables, id).taskId().equals(attempt.taskId())) {
        throw ToolFailure.invalid(
            "/images",
            "Image %s belongs to another task".formatted(id),
            "Add it to this one with add_image, and use the image_id of its answer");
      }
    }
    if (images.stream().distinct().count() < images.size()) {
      throw ToolFailure.invalid(
          "/images", "An image is named twice", "Repeat the call with each image once");
    }
  }

  private Image insert(Tables tables, NewImage image, Attempt attempt, Image.Place place) {
    var kept = image.kept(ids.get(), attempt.taskId(), place, clock.instant());
    return insert(tables, image, kept.ofAttempt(attempt.id()));
  }

  private static Image insert(Tables tables, NewImage image, Image kept) {
    tables.images().insert(kept, image.content());
    return kept;
  }

  private static void refuseTooMany(int present, String who) {
    if (present >= Image.MOST) {
      throw NewImage.tooMany(who);
    }
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static byte[] read(Path root, String path) {
    try {
      var top = root.toRealPath();
      var asked = top.resolve(path).normalize();
      // why twice: what lies outside must look the same whether it is there or not
      if (!isInside(top, asked) && !isInside(root, asked)) {
        throw outside(path);
      }
      var file = asked.toRealPath();
      if (!isInside(top, file)) {
        throw outside(path);
      }
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw noFile(path);
      }
      try (var channel =
              Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
          var in = Channels.newInputStream(channel)) {
        var content = in.readNBytes(Image.MOST_BYTES + 1);
        if (content.length > Image.MOST_BYTES) {
          throw NewImage.tooLarge();
        }
        return content;
      }
    } catch (InvalidPathException e) {
      throw outside(path);
    } catch (IOException e) {
      throw noFile(path);
    }
  }

  private static boolean isInside(Path root, Path path) {
    if (!path.startsWith(root)) {
      return false;
    }
    for (var name : root.relativize(path)) {
      if (name.toString().toLowerCase(Locale.ROOT).equals(".git")) {
        return false;
      }
    }
    return true;
  }

  private static ToolFailure outside(String path) {
    return ToolFailure.invalid(
        "/path",
        "'%s' is not in your workspace".formatted(path),
        "Copy the image into the workspace, and repeat the call with its relative path");
  }

  private static ToolFailure noFile(String path) {
    return ToolFailure.notFound(
        "There is no file '%s' in your workspace".formatted(path),
        "Repeat the call with the path of a PNG, JPEG, WebP or GIF file");
  }
}
