package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A request whose number changes from call to call, in place, so that writing it costs nothing. The
 * answer has to have the same number. Not thread safe.
 */
final class CallTemplate {
  /** Stands for the number in a request. */
  static final String NUMBER = "1000000000";

  private static final byte[] FAILED = "\"isError\":true".getBytes(UTF_8);

  private final byte[] request;
  private final List<Integer> places = new ArrayList<>();
  private final byte[] expected = ("call-" + NUMBER).getBytes(UTF_8);

  CallTemplate(String request) {
    this.request = request.getBytes(UTF_8);
    var number = NUMBER.getBytes(UTF_8);
    for (var at = 0; at <= this.request.length - number.length; at++) {
      if (Arrays.equals(this.request, at, at + number.length, number, 0, number.length)) {
        places.add(at);
      }
    }
  }

  /** The request with this number; the array is changed by the next call of this method. */
  byte[] numbered(long number) {
    for (var place : places) {
      write(request, place, number);
    }
    write(expected, expected.length - NUMBER.length(), number);
    return request;
  }

  private static void write(byte[] target, int start, long number) {
    var rest = number;
    // why: the first digit stays, so that the number has always the same length
    for (var at = start + NUMBER.length() - 1; at > start; at--) {
      target[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /**
   * Makes sure that an answer is the right one.
   *
   * @throws WrongAnswerException if it is not
   */
  void check(HttpAnswer answer) {
    if (answer.status() != 200 || !answer.bodyContains(expected) || answer.bodyContains(FAILED)) {
      throw new WrongAnswerException(new String(expected, UTF_8), answer.toString());
    }
  }

  /** An answer that must not be counted. */
  static final class WrongAnswerException extends RuntimeException {
    WrongAnswerException(String expected, String answer) {
      super("Expected status 200 and '%s', but got: %s".formatted(expected, answer));
    }
  }
}
