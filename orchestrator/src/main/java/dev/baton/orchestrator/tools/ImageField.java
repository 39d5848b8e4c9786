package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.image.NewImage;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An image as callers bring it. */
record ImageField(
    @Description("In base64") String data, @Description("Name") Optional<String> name) {
  static List<NewImage> read(List<ImageField> images) {
    return IntStream.range(0, images.size())
        .mapToObj(
            place -> {
              var image = images.get(place);
              return NewImage.of(
                  image.name().orElse(""),
                  decoded(image.data(), "/images/%d/data".formatted(place)));
            })
        .toList();
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
}
