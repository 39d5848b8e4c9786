package dev.baton.app.config;

import dev.baton.database.DatabaseAddress;
import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import java.io.File;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a value may be, whether it stands in the file, in a variable or in a flag.
 *
 * @param allowed what to tell people who wrote something else
 * @param reader the value that a text stands for; empty if the text is not allowed
 * @param mask hides what is secret about a value
 * @param isList true if the file may have a list in its place
 */
record ValueKind(
    String allowed,
    Function<String, Optional<JsonNode>> reader,
    UnaryOperator<JsonNode> mask,
    boolean isList) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonNode HIDDEN = NODES.stringNode("(hidden)");

  /** Any text with something in it. */
  static final ValueKind TEXT = text("text", it -> !it.isBlank());

  /** A text that is not shown. */
  static final ValueKind SECRET = text("text", _ -> true).hidden(_ -> HIDDEN);

  static final ValueKind FLAG =
      of(
          "true or false",
          text ->
              Optional.of(text)
                  .filter(it -> it.equals("true") || it.equals("false"))
                  .map(it -> NODES.booleanNode(Boolean.parseBoolean(it))));

  /** A duration or none. */
  static final ValueKind SPAN =
      text(TimeSpan.ALLOWED, it -> it.equals(TimeSpan.NONE) || TimeSpan.read(it).isPresent());

  /** US dollars or none. */
  static final ValueKind MONEY =
      text(
          "US dollars, such as 20 or 7.50, or none",
          it ->
              it.equals(TimeSpan.NONE)
                  || (it.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") && new BigDecimal(it).signum() > 0));

  /** The address of a whole web site. */
  static final ValueKind SITE =
      of(
          "an address without a path, such as https://board.example.org",
          text ->
              Optional.of(text)
                  .filter(
                      it ->
                          it.matches("https?://([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(:[0-9]{1,5})?/?"))
                  .map(it -> it.endsWith("/") ? it.substring(0, it.length() - 1) : it)
                  .map(NODES::stringNode));

  /** The address of a database, which may have a password in it. */
  static final ValueKind DATABASE =
      text("a file, or jdbc:postgresql://HOST:PORT/NAME?user=USER", it -> !it.isBlank())
          .hidden(ValueKind::withoutPassword);

  static final ValueKind WORDS =
      list(" ", "a list of texts, or one text with blanks between the words");

  static final ValueKind FOLDERS = list(File.pathSeparator, "a list of directories");

  static ValueKind whole(long least, long most) {
    return of("a whole number from %d to %d".formatted(least, most), number(least, most));
  }

  static ValueKind wholeOrNone(long least, long most) {
    return of(
        "a whole number from %d to %d, or none".formatted(least, most),
        text ->
            text.equals(TimeSpan.NONE)
                ? Optional.of(NODES.stringNode(text))
                : number(least, most).apply(text));
  }

  /** One of a few words. */
  static ValueKind choice(String... words) {
    return text(String.join(", ", words), List.of(words)::contains);
  }

  private static Function<String, Optional<JsonNode>> number(long least, long most) {
    return text ->
        Optional.of(text)
            .filter(digits -> digits.matches("[0-9]{1,15}"))
            .map(Long::parseLong)
            .filter(number -> number >= least && number <= most)
            .map(NODES::numberNode);
  }

  private static ValueKind text(String allowed, Predicate<String> isAllowed) {
    return of(allowed, text -> Optional.of(text).filter(isAllowed).map(NODES::stringNode));
  }

  /** Several texts, with the separator between them where they stand in one text. */
  private static ValueKind list(String separator, String allowed) {
    return new ValueKind(
        allowed,
        text ->
            Optional.of(
                Json.strings(
                    Stream.of(text.split(separator, -1)).filter(part -> !part.isBlank()).toList())),
        UnaryOperator.identity(),
        true);
  }

  private static ValueKind of(String allowed, Function<String, Optional<JsonNode>> reader) {
    return new ValueKind(allowed, reader, UnaryOperator.identity(), false);
  }

  private ValueKind hidden(UnaryOperator<JsonNode> hiding) {
    return new ValueKind(allowed, reader, hiding, isList);
  }

  private static JsonNode withoutPassword(JsonNode value) {
    try {
      var address = DatabaseAddress.parse(value.asString());
      return address.file().isPresent() ? value : NODES.stringNode(address.withoutPassword());
    } catch (StorageException e) {
      // why: what cannot be read may have a password anywhere
      return HIDDEN;
    }
  }

  /** The value that a text stands for; empty if the text is not allowed. */
  Optional<JsonNode> read(String text) {
    return reader.apply(text);
  }

  /** The value without what is secret about it. */
  JsonNode shown(JsonNode value) {
    return mask.apply(value);
  }
}
