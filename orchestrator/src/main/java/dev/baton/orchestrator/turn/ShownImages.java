package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.agent.image.TurnImages;
import dev.baton.orchestrator.agent.image.TurnImages.TurnImage;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.store.Store;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The images of a turn as files that its agent can open. Thread safe. */
final class ShownImages {
  private final Store store;
  private final ProgramDirectories directories;

  ShownImages(Store store, ProgramDirectories directories) {
    this.store = store;
    this.directories = directories;
  }

  /** What the turn of a process shows, where the files are or will be. */
  TurnImages of(ProcessDetail process) {
    return new TurnImages(
        shown(process).stream()
            .map(
                image ->
                    new TurnImage(file(process, image), image.type().mediaType(), image.size()))
            .toList());
  }

  private List<Image> shown(ProcessDetail process) {
    return process
        .process()
        .turnId()
        .map(id -> store.read(tables -> tables.images().listOfTurn(id)))
        .orElse(List.of());
  }

  // why outside of the workspace: nothing of it may come into a commit
  private Path file(ProcessDetail process, Image image) {
    return directories
        .images(process.process().attemptId())
        .resolve(image.id() + "." + image.type().ending());
  }

  void write(ProcessDetail process) throws IOException {
    for (var image : shown(process)) {
      var file = file(process, image);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
        store.read(
            tables -> {
              try {
                tables.images().copy(image, out);
                return image;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
      }
    }
  }
}
