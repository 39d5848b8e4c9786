package dev.baton.orchestrator.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is taken for an image. */
class ImageTypeTest {
  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  @Test
  void content_tells_the_kind() {
    assertThat(ImageType.find(PngBytes.of(24))).contains(ImageType.PNG);
    assertThat(ImageType.find(bytes("\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0\1")))
        .contains(ImageType.JPEG);
    assertThat(ImageType.find(bytes("RIFF \0\0\0WEBPVP8 \n\0\0\0P\1\0\2")))
        .contains(ImageType.WEBP);
    assertThat(ImageType.find(bytes("GIF89a\1\0\1\0\0\0\0"))).contains(ImageType.GIF);
  }

  @Test
  void a_signature_alone_is_no_image() {
    for (var begun :
        List.of(
            "\u0089PNG\r\n\u001a\n",
            "\u0089PNG\r\n\u001a\n\0\0\0\r",
            "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\1",
            "\u00ff\u00d8\u00ff",
            "RIFF \0\0\0WEBP",
            "GIF89a")) {
      assertThat(ImageType.find(bytes(begun))).as(begun).isEmpty();
    }
  }
}
