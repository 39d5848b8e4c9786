package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pages over real HTTP, each with a board of its own and the scripted agent. */
abstract class OnPages {
  @TempDir Path directory;
  BoardFixture board;
  PageVisitor browser;

  @BeforeEach
  void open() throws Exception {
    board = BoardFixture.in(directory);
    browser = new PageVisitor(board);
  }

  @AfterEach
  void close() throws Exception {
    browser.close();
    board.close();
  }

  /** What a group finds first in a page. */
  static String first(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group(1);
  }
}
