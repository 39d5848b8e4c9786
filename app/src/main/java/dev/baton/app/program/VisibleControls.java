package dev.baton.app.program;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Everything that this program writes for people goes through here. Whatever would act on a
 * terminal instead of being read is made visible, whoever wrote it: {@code ␛} for escape, {@code
 * \}{@code u202e} for what turns text around; JSON stays the same JSON by that. Where there is no
 * terminal, because somebody else may show it on one. Only {@link #content content} that somebody
 * asked for goes into a file or another program as it is. Our own colours are {@link #own told
 * apart}.
 */
public final class VisibleControls extends FilterWriter {
  private static final char ESCAPE = '\033';
  private static final char PICTURES = '␀';
  private static final int STANDARD_OUTPUT = 1;
  private static final int STANDARD_ERROR = 2;

  // why random: what an agent wrote before cannot contain it. why no secret: the
  // first of a program takes more than ten milliseconds, and nobody sees this one
  private static final String OWN_ESCAPE = "<" + new UUID(randomBits(), randomBits()) + ">";

  private static long randomBits() {
    return ThreadLocalRandom.current().nextLong();
  }

  private final BooleanSupplier isTerminal;

  private VisibleControls(Writer out, BooleanSupplier isTerminal) {
    super(out);
    this.isTerminal = isTerminal;
  }

  public static PrintWriter writer(Writer out, BooleanSupplier isTerminal) {
    return new Printer(new VisibleControls(out, isTerminal));
  }

  /** Writes content, which is made visible on a terminal only. */
  public static void content(PrintWriter out, String text) {
    if (out instanceof Printer printer) {
      printer.content(text);
    } else {
      out.print(text);
    }
  }

  /** Knows the writer behind it. */
  private static final class Printer extends PrintWriter {
    private final VisibleControls controls;

    Printer(VisibleControls controls) {
      super(controls, true);
      this.controls = controls;
    }

    void content(String text) {
      try {
        controls.content(text);
      } catch (IOException e) {
        setError();
      }
    }
  }

  private void content(String text) throws IOException {
    out.write(acts(text) && isTerminal.getAsBoolean() ? visible(text) : text);
  }

  /** Stands before a writer to standard output. */
  public static PrintWriter standardOutput(Writer out) {
    return writer(out, new Question(STANDARD_OUTPUT));
  }

  /** Stands before a writer to standard error. */
  public static PrintWriter standardError(Writer err) {
    return writer(err, new Question(STANDARD_ERROR));
  }

  /** Text whose escapes are ours, such as colours. */
  public static String own(String text) {
    return text.replace(String.valueOf(ESCAPE), OWN_ESCAPE);
  }

  /** The text as standard error may show it. */
  public static String onStandardError(String text) {
    return shown(text);
  }

  private static String shown(String text) {
    return (acts(text) ? visible(text) : text).replace(OWN_ESCAPE, String.valueOf(ESCAPE));
  }

  private static boolean acts(String text) {
    return text.codePoints().anyMatch(c -> acts(c));
  }

  /** The text as a terminal may show it. */
  public static String visible(String text) {
    var visible = new StringBuilder(text.length());
    for (var i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      var c = text.codePointAt(i);
      if (!acts(c) || isHarmless(text, i)) {
        visible.appendCodePoint(c);
      } else if (c < ' ') {
        visible.append((char) (PICTURES + c));
      } else {
        for (var half : Character.toChars(c)) {
          visible.append("\\u").append(HexFormat.of().toHexDigits(half));
        }
      }
    }
    return visible.toString();
  }

  /** True for what a terminal obeys or hides. */
  private static boolean acts(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\n' && c != '\t';
      case Character.FORMAT -> !isArabicSign(c);
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }

  /** Signs before numbers, which are seen though they are format characters. */
  private static boolean isArabicSign(int c) {
    return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x8e2;
  }

  /** The end of a line, and what joins emoji or the letters of some scripts. */
  private static boolean isHarmless(String text, int i) {
    return switch (text.charAt(i)) {
      case '\r' -> text.startsWith("\n", i + 1);
      case '\u200c', '\u200d' ->
          i > 0 && text.charAt(i - 1) > 0x7f && i + 1 < text.length() && text.charAt(i + 1) > 0x7f;
      default -> false;
    };
  }

  @Override
  public void write(int c) throws IOException {
    write(String.valueOf((char) c));
  }

  @Override
  public void write(char[] text, int start, int length) throws IOException {
    write(new String(text, start, length));
  }

  @Override
  public void write(String text, int start, int length) throws IOException {
    out.write(shown(text.substring(start, start + length)));
  }

  /** Asks once, and only when it matters, if a stream of this program is a terminal. */
  private static final class Question implements BooleanSupplier {
    private final int stream;
    private boolean asked;
    private boolean answer;

    Question(int stream) {
      this.stream = stream;
    }

    @Override
    public synchronized boolean getAsBoolean() {
      if (!asked) {
        answer = ask();
        asked = true;
      }
      return answer;
    }

    private boolean ask() {
      try {
        // why a program: Java has no console when only one of the streams is a terminal
        var test = new ProcessBuilder("test", "-t", String.valueOf(stream)).inheritIO().start();
        return !test.waitFor(5, TimeUnit.SECONDS) || test.exitValue() == 0;
      } catch (IOException e) {
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }
  }
}
