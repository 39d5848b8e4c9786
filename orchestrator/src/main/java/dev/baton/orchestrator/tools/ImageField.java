package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.followup.Images;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** An image as callers bring it. */
record ImageField(
    @Description("Base64, 3 MB in a call; or file:///PATH at the server") String data,
    @Description("Name") Optional<String> name) {
  private static final String IMAGES = "images";

  /** How the address of a file begins; no base64 has a colon. */
  private static final String FILE = "file://";

  /** How an image begins that another node read and put into the store; its id follows. */
  private static final String CARRIED = "carried:";

  static List<NewImage> read(List<ImageField> images, RequestContext context) {
    refuseTooMany(images, "A task");
    return IntStream.range(0, images.size())
        .mapToObj(place -> images.get(place).read(field(place) + "/data", context))
        .toList();
  }

  private static String field(int place) {
    return "/images/" + place;
  }

  /** Asked before any is read: all of them are in memory together. */
  private static void refuseTooMany(List<?> images, String who) {
    if (images.size() > Image.MOST) {
      throw NewImage.tooMany(who).at("/images");
    }
  }

  /**
   * The image as it is brought.
   *
   * @param field where it stands in the arguments
   */
  NewImage read(String field, RequestContext context) {
    try {
      return isFile(data)
          ? readFile(field, context)
          : NewImage.of(name.orElse(""), decoded(data, field));
    } catch (ToolFailure e) {
      throw e.at(field);
    }
  }

  static boolean isFile(String text) {
    return text.startsWith(FILE);
  }

  /** The image in a file of this machine: no message of a client is as long as an image can be. */
  private NewImage readFile(String field, RequestContext context) {
    var file = file(field, context);
    return NewImage.of(name.orElse(nameOf(file)), bytes(file, field));
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  private Path file(String field, RequestContext context) {
    if (!context.owner().equals(TaskOwner.LOCAL) || RemoteOperations.isRemote(context)) {
      // why: others have no rights to the files of this machine
      throw ToolFailure.invalid(
          field,
          "Only the user of the server's machine can name files of it",
          "Ask the user to add the image on the task's page, or by 'baton image add'");
    }
    try {
      var file = Path.of(data.substring(FILE.length()));
      // why first: a pipe or a device would be waited for
      if (!file.isAbsolute() || !Files.isRegularFile(file)) {
        throw noFile(data, field);
      }
      return file;
    } catch (InvalidPathException e) {
      throw noFile(data, field);
    }
  }

  private byte[] bytes(Path file, String field) {
    try (var in = Files.newInputStream(file)) {
      return in.readNBytes(Image.MOST_BYTES + 1);
    } catch (IOException e) {
      throw noFile(data, field);
    }
  }

  /**
   * Arguments of a call for another node, which has no files of this machine. Those are in the
   * store until the call is over: in its words they would be in memory all at once, several times.
   */
  record CarriedImages(ObjectNode arguments, List<UUID> kept, Images store)
      implements AutoCloseable {
    static CarriedImages of(
        ObjectNode arguments, AtOtherNode there, Images store, RequestContext context) {
      var kept = new ArrayList<UUID>();
      var carried = new CarriedImages(arguments.deepCopy(), kept, store);
      if (arguments.path(IMAGES).valueStream().noneMatch(it -> isFile(it.asString("")))) {
        return carried;
      }
      try {
        var images = carried.arguments().putArray(IMAGES);
        for (var image : arguments.path(IMAGES)) {
          images.add(
              isFile(image.asString(""))
                  ? CARRIED + carried.keep(image.asString(), images.size(), there, context)
                  : image.asString());
        }
        return carried;
      } catch (RuntimeException e) {
        carried.close();
        throw e;
      }
    }

    private UUID keep(String address, int place, AtOtherNode there, RequestContext context) {
      var image = new ImageField(address, Optional.empty()).read(field(place), context);
      var attempt = UUID.fromString(String.valueOf(there.details().get("attempt_id")));
      var id = store.carry(attempt, image).id();
      kept.add(id);
      return id;
    }

    @Override
    public void close() {
      store.drop(kept);
    }
  }

  private static ToolFailure noFile(String address, String field) {
    return ToolFailure.invalid(
        field,
        "There is no file '%s' on the server's machine, or it cannot be read".formatted(address),
        "Repeat the call with file:// and the absolute path of a PNG, JPEG, WebP or GIF file");
  }

  /** The bytes of an image; a refusal names the field that they came in. */
  static byte[] decoded(String data, String path) {
    try {
      return Base64.getDecoder().decode(data.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw ToolFailure.invalid(
          path,
          "%s is no base64".formatted(path.substring(1)),
          "Encode the bytes of the image in base64, with nothing in front of them");
    }
  }

  /**
   * What callers show with a message.
   *
   * @param kept images that are there already
   * @param files images that come with the message
   */
  record ShownImages(List<UUID> kept, List<NewImage> files) {
    ShownImages {
      kept = List.copyOf(kept);
      files = List.copyOf(files);
    }

    /**
     * Reads ids and addresses of files.
     *
     * @param tool the one that is called
     * @param store has what another node carried here
     */
    static ShownImages read(
        List<String> images, String tool, Images store, RequestContext context) {
      refuseTooMany(images, "A message");
      var kept = new ArrayList<UUID>();
      var files = new ArrayList<NewImage>();
      for (int place = 0; place < images.size(); place++) {
        var image = images.get(place);
        var field = field(place);
        if (RemoteOperations.isRemote(context) && image.startsWith(CARRIED)) {
          files.add(store.loadNew(id(image.substring(CARRIED.length()), field, tool)));
        } else if (isFile(image)) {
          files.add(new ImageField(image, Optional.empty()).read(field, context));
        } else {
          kept.add(id(image, field, tool));
        }
      }
      return new ShownImages(kept, files);
    }

    private static UUID id(String text, String field, String tool) {
      try {
        return UUID.fromString(text);
      } catch (IllegalArgumentException e) {
        throw ToolFailure.invalid(
            field,
            "'%s' is neither an image_id nor file:// with a path".formatted(text),
            "Repeat %s with file:// and the absolute path of an image in images".formatted(tool));
      }
    }
  }
}
