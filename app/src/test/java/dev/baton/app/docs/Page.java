package dev.baton.app.docs;

import dev.baton.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** A page of the documentation, or a section of it. Immutable. */
record Page(String text) {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  /** What stands between fences. */
  record Block(String language, String code) {}

  static Page load(String file) throws IOException {
    return new Page(Files.readString(Repository.root().resolve(file)));
  }

  /** The part under a heading of the second level. */
  Page section(String heading) {
    var start = ("\n" + text).indexOf("\n## %s\n".formatted(heading));
    if (start < 0) {
      throw new IllegalArgumentException("The page has no section '%s'".formatted(heading));
    }
    var end = text.indexOf("\n## ", start + 1);
    return new Page(text.substring(start, end < 0 ? text.length() : end));
  }

  List<Block> blocks() {
    return BLOCK
        .matcher(text)
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  List<String> blocks(String language) {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .map(Block::code)
        .toList();
  }

  /** What the first cells of tables name as code, such as {@code bind} in {@code | `bind` |}. */
  List<String> rows() {
    return Pattern.compile("(?m)^\\| `([^`]+)`")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
