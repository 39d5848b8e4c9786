package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Main;
import dev.baton.app.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture in the README is what the demonstration prints on a terminal. */
@Tag("slow")
class PictureTest {
  /** What differs from run to run, and what it is in the picture. */
  private static final Map<Pattern, String> VARYING =
      Map.of(
          Pattern.compile("/\\S*/baton-demo-\\d+"), "/tmp/baton-demo",
          Pattern.compile("baton/[0-9a-f]{8}-"), "baton/1a2b3c4d-",
          Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}"), "0198c0de-…",
          Pattern.compile("greeter as [0-9a-f]{8}"), "greeter as 5e6f7a8b",
          Pattern.compile("commit [0-9a-f]{7,}"), "commit 5e6f7a8",
          Pattern.compile("index [0-9a-f]+\\.\\.[0-9a-f]+"), "index 0123456..789abcd");

  @TempDir private Path temporary;

  @Test
  void the_picture_shows_what_the_demonstration_prints() throws Exception {
    var command =
        Program.javaCommand(
            List.of("-Djava.io.tmpdir=" + temporary, "-Dpicocli.ansi=true"), Main.class, "demo");
    try (var program = Program.start(command, Map.of())) {
      var ended = program.await();
      assertThat(ended.code()).as(ended.err()).isZero();
      var text = ended.out();
      for (var varying : VARYING.entrySet()) {
        text = varying.getKey().matcher(text).replaceAll(varying.getValue());
      }
      GeneratedPage.check("docs/demo.svg", new TerminalPicture("./baton demo").draw(text));
    }
  }
}
