package dev.baton.fakeagent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** The main class of the fake agent: reads its command line and plays one turn of a script. */
public final class FakeAgent {
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  private FakeAgent() {}

  /** Plays one turn and ends the JVM. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var events = new EventStream(new FileOutputStream(FileDescriptor.out));
    Runtime.getRuntime().addShutdownHook(new Interruption(events));
    var code = run(arguments, events);
    events.silence();
    Runtime.getRuntime().halt(code);
  }

  private static int run(String[] arguments, EventStream events)
      throws IOException, InterruptedException {
    try {
      return play(Options.parse(arguments), events);
    } catch (IllegalArgumentException e) {
      return fail(events, "usage", "" + e.getMessage(), WRONG_USE);
    } catch (IOException e) {
      return fail(events, "input", "" + e.getMessage(), FAILED);
    }
  }

  private static int play(Options options, EventStream events)
      throws IOException, InterruptedException {
    var isNew = options.resume().isEmpty();
    var conversation =
        isNew
            ? ConversationFile.begin(options.sessions())
            : ConversationFile.resume(options.sessions(), options.resume());
    if (conversation == null) {
      return fail(
          events, "session_lost", "session lost: " + options.resume() + " is not known", FAILED);
    }
    events.session(conversation, !isNew, options.variant());
    var input = new StandardInput(new FileInputStream(FileDescriptor.in));
    var script = options.readsJson() ? firstPrompt(input) : input.all();
    return new ScriptedTurn(options, conversation, events, input).play(script);
  }

  private static String firstPrompt(StandardInput input) throws IOException {
    var line = input.next();
    try {
      return line == null ? "" : JsonReader.string(JsonReader.parseObject(line), "text");
    } catch (MalformedJsonException e) {
      throw new IOException("The first line of standard input is not JSON: " + e.getMessage(), e);
    }
  }

  private static int fail(EventStream events, String code, String message, int exitCode)
      throws IOException {
    events.error(code, message);
    events.close("failed", message);
    return exitCode;
  }

  /** Says that the turn was interrupted when a signal ends the program. */
  private static final class Interruption extends Thread {
    private final EventStream events;

    Interruption(EventStream events) {
      this.events = events;
    }

    @Override
    public void run() {
      try {
        events.close("interrupted", "");
      } catch (IOException e) {
        // why: there is nobody left who could be told
        events.silence();
      }
    }
  }
}
