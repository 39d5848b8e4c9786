package dev.baton.orchestrator.agent.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The images of one turn, each a file outside of the workspace. */
public record TurnImages(List<TurnImage> all) {
  public static final TurnImages NONE = new TurnImages(List.of());

  // why: a message is held in memory, and providers of models take no more either
  private static final long MOST_INLINE = 20L * 1024 * 1024;

  public TurnImages {
    all = List.copyOf(all);
  }

  /** One of them. */
  public record TurnImage(Path file, String mediaType, long size) {
    /** The content as messages carry it. */
    public String base64() {
      try {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
      } catch (IOException e) {
        throw new UncheckedIOException("Image %s cannot be read".formatted(file), e);
      }
    }
  }

  /** Those that fit into a message. */
  public TurnImages inline() {
    var fitting = new ArrayList<TurnImage>();
    var bytes = 0L;
    for (var image : all) {
      bytes += image.size();
      if (bytes <= MOST_INLINE) {
        fitting.add(image);
      }
    }
    return new TurnImages(fitting);
  }

  /** The others. */
  public TurnImages tooLarge() {
    var fitting = inline().all();
    return new TurnImages(all.stream().filter(image -> !fitting.contains(image)).toList());
  }

  public List<Path> files() {
    return all.stream().map(TurnImage::file).toList();
  }

  /** The prompt, and where the files are. */
  public String under(String prompt) {
    return all.isEmpty()
        ? prompt
        : "%s\n\nImages that belong to this, as files outside of git:\n%s"
            .formatted(
                prompt,
                all.stream().map(image -> "- " + image.file()).collect(Collectors.joining("\n")));
  }
}
