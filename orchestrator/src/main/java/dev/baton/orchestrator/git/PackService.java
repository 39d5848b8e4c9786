package dev.baton.orchestrator.git;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Serves repositories by git's smart protocol, one request at a time: everything can be read, and
 * only refs of ours can be written. Thread safe.
 */
public final class PackService {
  /** What a client wants. */
  public enum Kind {
    UPLOAD("upload-pack"),
    RECEIVE("receive-pack");

    private final String command;

    Kind(String command) {
      this.command = command;
    }

    /** How clients call it. */
    public String wireName() {
      return "git-" + command;
    }

    public static Optional<Kind> find(String wireName) {
      return Stream.of(values()).filter(kind -> kind.wireName().equals(wireName)).findFirst();
    }
  }

  /** A client asked for something that it may not have; the message is for it. */
  public static final class RefusedException extends IOException {
    private final boolean isHeard;

    private RefusedException(String message, boolean isHeard) {
      super(message);
      this.isHeard = isHeard;
    }

    /** Whether the client shows its user what comes beside the answer; it shows no other words. */
    public boolean isHeard() {
      return isHeard;
    }

    /** The message as an answer to such a client. */
    public byte[] answer() {
      var words = "\3%s: %s\n".formatted(STATUS, getMessage());
      return "%04x%s0000".formatted(words.getBytes(UTF_8).length + 4, words).getBytes(UTF_8);
    }
  }

  /** What a refusal has as its status. */
  public static final int STATUS = 403;

  private static final String OURS = "refs/baton/";
  private static final int MOST_COMMAND_BYTES = 4 << 20;
  private static final Duration LIMIT = Duration.ofHours(1);

  /** A ref of ours, to be made or moved; none is deleted. */
  private static final Pattern COMMAND =
      Pattern.compile("[0-9a-f]{40,64} (?!0+ )[0-9a-f]{40,64} refs/baton/[^\\x00-\\x20]+\\n?");

  private static final List<String> SETTINGS =
      List.of(
          "uploadpack.allowFilter=true",
          "uploadpack.allowAnySHA1InWant=true",
          "receive.autogc=false",
          "receive.denyDeletes=true",
          "receive.maxInputSize=4g",
          "transfer.unpackLimit=1000");

  private final Git git;

  public PackService(Git git) {
    this.git = git;
  }

  /** Where a client can get most of a repository as well, if there is such a place. */
  public Optional<String> findRemote(Path repository) {
    return Remote.findSource(git, new GitPlace.Bare(repository));
  }

  /** Tells a client which refs there are. */
  public void advertise(Path repository, Kind kind, String protocol, OutputStream out)
      throws IOException {
    // why: newer clients know what they asked for
    if (kind == Kind.RECEIVE || !protocol.contains("version=2")) {
      var line = "# service=%s\n".formatted(kind.wireName());
      out.write("%04x%s0000".formatted(line.length() + 4, line).getBytes(US_ASCII));
    }
    run(
        command(repository, kind, protocol, "--advertise-refs"),
        new ByteArrayInputStream(new byte[0]),
        out);
  }

  /** What a client sends, once it is known that it may. */
  public InputStream require(Kind kind, InputStream in) throws IOException {
    return kind == Kind.RECEIVE ? onlyOurs(in) : in;
  }

  /** Answers a client whose request was let in. */
  public void answer(Path repository, Kind kind, String protocol, InputStream in, OutputStream out)
      throws IOException {
    run(command(repository, kind, protocol), in, out);
  }

  private static GitCommand command(
      Path repository, Kind kind, String protocol, String... options) {
    var words =
        Stream.of(
                SETTINGS.stream().flatMap(setting -> Stream.of("-c", setting)),
                Stream.of(kind.command, "--stateless-rpc"),
                Stream.of(options),
                Stream.of(repository.toString()))
            .flatMap(part -> part)
            .toList();
    var command = GitCommand.in(new GitPlace.Discovered(repository), words).within(LIMIT);
    return protocol.matches("[a-z0-9=:]{1,64}")
        ? command.withEnvironment(Map.of("GIT_PROTOCOL", protocol))
        : command;
  }

  private void run(GitCommand command, InputStream in, OutputStream out) throws IOException {
    var answer =
        git.converse(
            command,
            in,
            source -> {
              var moved = source.transferTo(out);
              out.flush();
              return moved;
            });
    if (answer.exitCode() != 0) {
      throw new IOException("Git ended with %d: %s".formatted(answer.exitCode(), answer.error()));
    }
  }

  /** Reads which refs shall be moved, before git gets to see a byte of it. */
  private static InputStream onlyOurs(InputStream in) throws IOException {
    var read = new ByteArrayOutputStream();
    boolean isHeard = false;
    while (true) {
      var head = exactly(in, 4);
      read.write(head);
      int length = length(head);
      if (length == 0) {
        return new SequenceInputStream(new ByteArrayInputStream(read.toByteArray()), in);
      }
      if (length < 4 || read.size() + length > MOST_COMMAND_BYTES) {
        throw noPush();
      }
      var line = exactly(in, length - 4);
      read.write(line);
      var text = new String(line, UTF_8);
      int end = text.indexOf('\0');
      isHeard |= end >= 0 && text.substring(end).contains("side-band-64k");
      requireOurs(end < 0 ? text : text.substring(0, end), isHeard);
    }
  }

  private static RefusedException noPush() {
    return new RefusedException("This is no push", false);
  }

  private static void requireOurs(String command, boolean isHeard) throws RefusedException {
    var isShallow = command.matches("shallow [0-9a-f]{40,64}\\n?");
    if (!isShallow && !COMMAND.matcher(command).matches()) {
      throw new RefusedException(
          "Only refs below %s can be written here, and none is deleted".formatted(OURS), isHeard);
    }
  }

  private static int length(byte[] head) throws RefusedException {
    var text = new String(head, US_ASCII);
    if (!text.matches("[0-9a-fA-F]{4}")) {
      throw noPush();
    }
    return Integer.parseInt(text, 16);
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    var bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("The push ends too early");
    }
    return bytes;
  }
}
