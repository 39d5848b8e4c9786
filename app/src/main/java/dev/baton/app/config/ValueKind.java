package dev.baton.app.config;

import dev.baton.database.DatabaseAddress;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import java.io.File;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a value may be, whether it stands in the file, in a variable or in a flag. */
sealed interface ValueKind {
  JsonNodeFactory NODES = JsonNodeFactory.instance;
  String HIDDEN = "(hidden)";

  /** What to tell people who wrote something else. */
  String allowed();

  /** The value that a text stands for; empty if it is not allowed. */
  Optional<JsonNode> read(String text);

  /** The value without what is secret about it. */
  default JsonNode shown(JsonNode value) {
    return value;
  }

  /** True if the file may have a list in its place. */
  default boolean isList() {
    return false;
  }

  /** A whole number. */
  record Whole(long least, long most, boolean orNone) implements ValueKind {
    @Override
    public String allowed() {
      return "a whole number from %d to %d%s".formatted(least, most, orNone ? ", or none" : "");
    }

    @Override
    public Optional<JsonNode> read(String text) {
      if (orNone && text.equals(TimeSpan.NONE)) {
        return Optional.of(NODES.stringNode(text));
      }
      return Optional.of(text)
          .filter(digits -> digits.matches("[0-9]{1,15}"))
          .map(Long::parseLong)
          .filter(number -> number >= least && number <= most)
          .map(NODES::numberNode);
    }
  }

  /** The address of a whole web site. */
  record Site() implements ValueKind {
    @Override
    public String allowed() {
      return "an address without a path, such as https://board.example.org";
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text)
          .filter(it -> it.matches("https?://([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(:[0-9]{1,5})?/?"))
          .map(it -> it.endsWith("/") ? it.substring(0, it.length() - 1) : it)
          .map(NODES::stringNode);
    }
  }

  /** US dollars or none. */
  record Money() implements ValueKind {
    @Override
    public String allowed() {
      return "US dollars, such as 20 or 7.50, or none";
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text)
          .filter(it -> it.equals(TimeSpan.NONE) || it.matches("[0-9]{1,9}(\\.[0-9]{1,9})?"))
          .filter(it -> it.equals(TimeSpan.NONE) || new BigDecimal(it).signum() > 0)
          .map(NODES::stringNode);
    }
  }

  /** A duration or none. */
  record Span() implements ValueKind {
    @Override
    public String allowed() {
      return TimeSpan.ALLOWED;
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text)
          .filter(it -> it.equals(TimeSpan.NONE) || TimeSpan.read(it).isPresent())
          .map(NODES::stringNode);
    }
  }

  /** True or false. */
  record Flag() implements ValueKind {
    @Override
    public String allowed() {
      return "true or false";
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text)
          .filter(it -> it.equals("true") || it.equals("false"))
          .map(it -> NODES.booleanNode(Boolean.parseBoolean(it)));
    }
  }

  /** One of a few words. */
  record Choice(List<String> words) implements ValueKind {
    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public String allowed() {
      return String.join(", ", words);
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text).filter(words::contains).map(NODES::stringNode);
    }
  }

  /**
   * Any text with something in it.
   *
   * @param secret true if it is not shown
   */
  record Text(boolean secret) implements ValueKind {
    @Override
    public String allowed() {
      return "text";
    }

    @Override
    public JsonNode shown(JsonNode value) {
      return secret ? NODES.stringNode(HIDDEN) : value;
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text).filter(it -> secret || !it.isBlank()).map(NODES::stringNode);
    }
  }

  /** The address of a database, which may have a password in it. */
  record Address() implements ValueKind {
    @Override
    public String allowed() {
      return "a file, or jdbc:postgresql://HOST:PORT/NAME?user=USER";
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(text).filter(it -> !it.isBlank()).map(NODES::stringNode);
    }

    @Override
    public JsonNode shown(JsonNode value) {
      try {
        var address = DatabaseAddress.parse(value.asString());
        return address.file().isPresent() ? value : NODES.stringNode(address.withoutPassword());
      } catch (StorageException e) {
        // why: what cannot be read may have a password anywhere
        return NODES.stringNode(HIDDEN);
      }
    }
  }

  /**
   * Several texts.
   *
   * @param separator what is between them where they stand in one text
   */
  record Texts(String separator, String allowed) implements ValueKind {
    static final Texts WORDS =
        new Texts(" ", "a list of texts, or one text with blanks between the words");
    static final Texts FOLDERS = new Texts(File.pathSeparator, "a list of directories");

    @Override
    public boolean isList() {
      return true;
    }

    @Override
    public Optional<JsonNode> read(String text) {
      return Optional.of(
          Json.strings(
              Stream.of(text.split(separator, -1)).filter(part -> !part.isBlank()).toList()));
    }
  }
}
