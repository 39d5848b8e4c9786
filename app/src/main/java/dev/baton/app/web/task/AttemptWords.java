package dev.baton.app.web.task;

import java.util.regex.Pattern;

/** Sentences about an attempt, for readers who see which one is meant. */
final class AttemptWords {
  private static final Pattern NAMED = Pattern.compile("([Aa])ttempt [0-9a-f-]{36}");

  private AttemptWords() {}

  static String of(String sentence) {
    return NAMED
        .matcher(sentence)
        .replaceAll(name -> name.group(1).equals("A") ? "This attempt" : "this attempt");
  }

  /** What else goes with an attempt that is deleted, to stand at the end of what does. */
  static String andDrafts(long drafts) {
    return drafts == 0
        ? ""
        : ", and "
            + MergePage.counted(drafts, "comment that was not sent", "comments that were not sent");
  }
}
