package dev.baton.orchestrator.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewImageTest {
  private static byte[] written(String format) throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB), format, out))
        .isTrue();
    return out.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"png,8", "jpg,3", "gif,6"})
  void a_picture_is_taken_and_its_first_bytes_alone_are_not(String format, int signature)
      throws IOException {
    var picture = written(format);

    assertThat(NewImage.of("a", picture).content()).isEqualTo(picture);
    assertThatThrownBy(() -> NewImage.of("a", Arrays.copyOf(picture, signature)))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("says no width and height");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // one point each, in the three forms that there are
        "56503820 18000000 300100 9d012a 0100 0100 0200340b",
        "5650384c 0e000000 2f 00000000 0710 fd8ffe0722a2ff",
        "56503858 0a000000 00000000 000000 000000"
      })
  void every_form_of_webp_is_taken(String rest) {
    var hex = "52494646 24000000 57454250" + rest;

    assertThat(NewImage.of("a", HexFormat.of().parseHex(hex.replace(" ", ""))).content())
        .isNotEmpty();
  }

  @Test
  void a_webp_without_a_picture_is_refused() {
    var head = HexFormat.of().parseHex("524946460400000057454250");

    assertThatThrownBy(() -> NewImage.of("a", head)).hasMessageContaining("image/webp");
  }

  @Test
  void a_picture_without_points_is_refused() {
    var bytes = PngBytes.of(40);
    bytes[19] = 0;

    assertThatThrownBy(() -> NewImage.of("a", bytes)).hasMessageContaining("damaged or cut off");
  }
}
