package dev.baton.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One numbered file of SQL. Immutable, thread safe. */
record Migration(int number, String file, String script) {
  private static final Pattern NAME = Pattern.compile("V(\\d{4})__\\w+\\.sql");

  static Migration load(Class<?> neighbour, String folder, String file) {
    try (InputStream content = neighbour.getResourceAsStream(folder + "/" + file)) {
      if (content == null) {
        throw new IllegalArgumentException(
            "There is no migration %s in %s beside %s"
                .formatted(file, folder, neighbour.getName()));
      }
      return of(file, new String(content.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static Migration of(String file, String script) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      throw new IllegalArgumentException(
          "A migration is named like V0001__tasks.sql, got '%s'".formatted(file));
    }
    // why: a checkout may change the ends of lines, and that is no edit
    return new Migration(Integer.parseInt(name.group(1)), file, script.replace("\r\n", "\n"));
  }

  String checksum() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256", impossible);
    }
  }
}
