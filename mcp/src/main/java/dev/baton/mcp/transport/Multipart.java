package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A form that was sent with files. Immutable. */
public final class Multipart {
  private static final String TYPE = "multipart/form-data";
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";,\\s]{1,70})\"?");
  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE = Pattern.compile("[; ]filename=\"([^\"]*)\"");

  /** A file that was sent. */
  public static final class Upload {
    private final String fileName;
    private final String content;

    private Upload(String fileName, String content) {
      this.fileName = fileName;
      this.content = content;
    }

    /** What the browser called it; says nothing of what it is. */
    public String fileName() {
      return fileName;
    }

    public byte[] content() {
      return content.getBytes(ISO_8859_1);
    }
  }

  /** A part with its field. */
  private record Part(String field, Optional<String> fileName, String content) {}

  private final List<Part> parts;

  private Multipart(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  static boolean isType(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).startsWith(TYPE);
  }

  /** Reads a body with a character for each byte; empty if it is no such form. */
  static Optional<Multipart> parse(String contentType, String body) {
    var boundary = BOUNDARY.matcher(contentType);
    if (!isType(contentType) || !boundary.find()) {
      return Optional.empty();
    }
    var line = "--" + boundary.group(1);
    var parts = new ArrayList<Part>();
    var from = body.startsWith(line) ? line.length() : -1;
    while (from >= 0 && body.startsWith("\r\n", from)) {
      var end = body.indexOf("\r\n" + line, from);
      var head = body.indexOf("\r\n\r\n", from);
      if (end < 0 || head < 0 || head > end) {
        break;
      }
      part(body.substring(from, head), body.substring(Math.min(head + 4, end), end))
          .ifPresent(parts::add);
      from = end + 2 + line.length();
    }
    return Optional.of(new Multipart(parts));
  }

  private static Optional<Part> part(String head, String content) {
    var name = NAME.matcher(head);
    var file = FILE.matcher(head);
    var fileName = file.find() ? Optional.of(utf8(file.group(1))) : Optional.<String>empty();
    return name.find()
        ? Optional.of(new Part(utf8(name.group(1)), fileName, content))
        : Optional.empty();
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  Fields fields() {
    var values = new LinkedHashMap<String, List<String>>();
    for (var part : parts) {
      if (part.fileName().isEmpty()) {
        values.computeIfAbsent(part.field(), _ -> new ArrayList<>()).add(utf8(part.content()));
      }
    }
    return new Fields(values);
  }

  List<Upload> uploads(String field) {
    return parts.stream()
        .filter(part -> part.field().equals(field) && !part.content().isEmpty())
        .flatMap(part -> part.fileName().map(name -> new Upload(name, part.content())).stream())
        .toList();
  }
}
