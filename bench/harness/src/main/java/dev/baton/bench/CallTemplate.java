package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A request whose number changes from call to call, in place, so that writing it costs nothing. The
 * answer has to have a text in it, in which the number may stand too. Not thread safe.
 */
final class CallTemplate {
  /** Stands for the number. */
  static final String NUMBER = "1000000000";

  private static final byte[] FAILED = "\"isError\":true".getBytes(UTF_8);

  /** A text in which all numbers are changed at once. */
  private static final class Numbered {
    private final byte[] text;
    private final List<Integer> places = new ArrayList<>();

    Numbered(String text) {
      this.text = text.getBytes(UTF_8);
      var number = NUMBER.getBytes(UTF_8);
      for (var at = 0; at <= this.text.length - number.length; at++) {
        if (Arrays.equals(this.text, at, at + number.length, number, 0, number.length)) {
          places.add(at);
        }
      }
    }

    void write(long number) {
      for (var place : places) {
        var rest = number;
        // why: the first digit stays, so that the number has always the same length
        for (var at = place + NUMBER.length() - 1; at > place; at--) {
          text[at] = (byte) ('0' + rest % 10);
          rest /= 10;
        }
      }
    }
  }

  private final Numbered request;
  private final Numbered expected;

  CallTemplate(String request, String expected) {
    this.request = new Numbered(request);
    this.expected = new Numbered(expected);
  }

  /** The request with this number; the array is changed by the next call of this method. */
  byte[] numbered(long number) {
    request.write(number);
    expected.write(number);
    return request.text;
  }

  /** Makes the call again and again for so long, several times for each latency. */
  Latencies repeat(HttpConnection connection, int times, Duration duration) throws IOException {
    var latencies = new Latencies();
    var end = System.nanoTime() + duration.toNanos();
    for (var number = 0L; System.nanoTime() < end; ) {
      var begin = System.nanoTime();
      for (var i = 0; i < times; i++) {
        check(connection.exchange(numbered(number++)));
      }
      latencies.add(System.nanoTime() - begin);
    }
    return latencies;
  }

  /**
   * Makes sure that an answer is the right one.
   *
   * @throws WrongAnswerException if it is not
   */
  void check(HttpAnswer answer) {
    if (answer.status() != 200
        || !answer.bodyContains(expected.text)
        || answer.bodyContains(FAILED)) {
      throw new WrongAnswerException(new String(expected.text, UTF_8), answer.toString());
    }
  }

  /** An answer that must not be counted. */
  static final class WrongAnswerException extends RuntimeException {
    WrongAnswerException(String expected, String answer) {
      super("Expected status 200 and '%s', but got: %.2000s".formatted(expected, answer));
    }
  }
}
