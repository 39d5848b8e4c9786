package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that the tables stand in, each between two markers. */
final class Readme {
  private final Path file;

  Readme(Path file) {
    this.file = file;
  }

  /** Puts a section in the place of the old one of this name. */
  void replace(String name, String section) throws IOException {
    Files.writeString(file, replaced(Files.readString(file), name, section));
  }

  static String replaced(String page, String name, String section) {
    var begin = "<!-- bench:%s -->\n".formatted(name);
    var end = "<!-- /bench:%s -->".formatted(name);
    var from = page.indexOf(begin);
    var to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          "The page has no '%s' with '%s' after it; add them where the table belongs"
              .formatted(begin.strip(), end));
    }
    return page.substring(0, from + begin.length()) + section + page.substring(to);
  }
}
