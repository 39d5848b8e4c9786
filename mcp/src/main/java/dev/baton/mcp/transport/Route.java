package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.request.Permit;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Something beside MCP, at a path of its own.
 *
 * @param method such as {@code GET}
 * @param path in which {@code {name}} stands for the text between two slashes
 * @param mostBytes the longest body, if it may be longer than a message
 */
public record Route(String method, String path, Guard guard, Handler handler, int mostBytes) {
  /** The callers that a route lets in. */
  public enum Guard {
    /** Callers with a token; from a browser's session a change needs a header of ours. */
    TOKEN,
    /** The same, or a form of our own pages, which has the token of the session in a field. */
    FORM,
    /** Everybody who reaches the server. */
    NONE
  }

  /** The field of a form that has the session's token. */
  public static final String FORM_TOKEN = "_token";

  /**
   * What somebody asks for.
   *
   * @param permit whether the owner still may ask
   * @param headers finds a header by its name
   * @param body as text; of a form with files a character for each byte
   * @param formToken what forms of the caller's session must bring; empty without a session
   */
  public record Request(
      TaskOwner owner,
      Permit permit,
      Map<String, String> variables,
      Fields query,
      Function<String, Optional<String>> headers,
      String body,
      Optional<String> formToken) {
    /** A request of one who has a token, without query and headers. */
    public static Request of(TaskOwner owner, String body) {
      return new Request(
          owner,
          Permit.LASTING,
          Map.of(),
          Fields.NONE,
          _ -> Optional.empty(),
          body,
          Optional.empty());
    }

    public String variable(String name) {
      return variables.getOrDefault(name, "");
    }

    /** The same as it was before it was written into an address; else as it came. */
    public String decoded(String name) {
      try {
        // why: URLDecoder reads a form, where a plus is a space; in a path it is a plus
        return URLDecoder.decode(variable(name).replace("+", "%2B"), UTF_8);
      } catch (IllegalArgumentException e) {
        return variable(name);
      }
    }

    /** The same with another text in the path. */
    public Request withVariable(String name, String text) {
      var all = new LinkedHashMap<>(variables);
      all.put(name, text);
      return new Request(owner, permit, all, query, headers, body, formToken);
    }

    /** The fields of the form that was sent. */
    public Fields form() {
      return multipart().map(Multipart::fields).orElseGet(() -> Fields.parse(body));
    }

    /** The files that were sent in a field of the form, without empty ones. */
    public List<Multipart.Upload> uploads(String field) {
      return multipart().map(parts -> parts.uploads(field)).orElse(List.of());
    }

    private Optional<Multipart> multipart() {
      return headers.apply("Content-Type").flatMap(type -> Multipart.parse(type, body));
    }
  }

  /** What comes back. */
  public record Response(int status, Map<String, String> headers, Content content) {
    public Response(int status, String contentType, String body) {
      this(status, Map.of("Content-Type", contentType), new Bytes(body.getBytes(UTF_8)));
    }

    public static Response json(int status, JsonNode json) {
      return new Response(status, "application/json", json.toString());
    }

    /** Sends the browser elsewhere, after a form. */
    public static Response seeOther(String location) {
      return new Response(303, Map.of("Location", location), new Bytes(new byte[0]));
    }

    /** A stream of server-sent events. */
    public static Response events(Events events) {
      return new Response(200, HttpReply.STREAM_HEADERS, events);
    }

    /** The body as text; empty for a stream. */
    public String text() {
      return content instanceof Bytes all ? new String(all.bytes(), UTF_8) : "";
    }

    public Response with(String header, String value) {
      var all = new LinkedHashMap<>(headers);
      all.put(header, value);
      return new Response(status, all, content);
    }
  }

  /** What a response carries. */
  public sealed interface Content {}

  /** All of it at once. */
  public static final class Bytes implements Content {
    private final byte[] bytes;

    /** Takes them as they are; nobody changes them afterwards. */
    public Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    public byte[] bytes() {
      return bytes;
    }
  }

  /** Bit by bit, for as long as there is news and the caller may hear it. */
  @FunctionalInterface
  public non-sealed interface Events extends Content {
    void write(EventSink sink) throws IOException, InterruptedException;
  }

  /** Takes what a stream of events says. */
  public interface EventSink {
    /** Sends lines as they are; fails if the caller has gone. */
    void send(String lines) throws IOException;

    /** False once the caller's token or session has ended. */
    boolean isAdmitted();
  }

  /** Answers; what it throws becomes status 500. */
  @FunctionalInterface
  public interface Handler {
    Response handle(Request request) throws Exception;
  }

  /**
   * Something below a path of its own whose bodies are streams of any length. It lets in whom it
   * knows: the owners of this server are nobody to it.
   *
   * @param prefix such as {@code /git/}
   */
  public record Streamed(String prefix, StreamHandler handler) {}

  /** One request for something that is streamed, and its answer. Used by one thread. */
  public interface StreamExchange {
    String method();

    String path();

    Fields query();

    Optional<String> header(String name);

    InputStream body();

    /** Sends a short answer, which is the whole of it. */
    void refuse(int status, Map<String, String> headers, String problem) throws IOException;

    /** Sends the head of an answer with status 200, and leaves its body to the caller. */
    OutputStream answer(Map<String, String> headers) throws IOException;
  }

  /** Answers; once an answer has begun, a failure cuts the connection. */
  @FunctionalInterface
  public interface StreamHandler {
    void handle(StreamExchange exchange) throws IOException;
  }

  public Route(String method, String path, Guard guard, Handler handler) {
    this(method, path, guard, handler, 0);
  }

  /** The same, for bodies of so many bytes. */
  public Route taking(int bytes) {
    return new Route(method, path, guard, handler, bytes);
  }

  /** The same, answered in another way. */
  public Route with(Handler other) {
    return new Route(method, path, guard, other, mostBytes);
  }

  public Route(String method, String path, Handler handler) {
    this(method, path, Guard.TOKEN, handler);
  }

  /** Something to read. */
  public static Route page(String path, String contentType, Supplier<String> content) {
    return new Route("GET", path, request -> new Response(200, contentType, content.get()));
  }

  /** The variables in a path of this shape; empty if it has another. */
  Optional<Map<String, String>> match(String asked) {
    var ours = path.split("/", -1);
    var theirs = asked.split("/", -1);
    if (ours.length != theirs.length) {
      return Optional.empty();
    }
    var variables = new LinkedHashMap<String, String>();
    for (var i = 0; i < ours.length; i++) {
      if (ours[i].startsWith("{")) {
        variables.put(ours[i].substring(1, ours[i].length() - 1), theirs[i]);
      } else if (!ours[i].equals(theirs[i])) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }
}
