package dev.baton.app.web;

import dev.baton.app.BoardFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share one board, because each has tasks of its own: a server costs seconds. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnOneBoard extends InChromium {
  /** Where the board is; programs in its folder {@code bin} are found first. */
  Path home;

  @BeforeAll
  void openOnce(@TempDir Path place) throws Exception {
    home = place;
    board = BoardFixture.in(place);
  }

  @AfterAll
  void closeOnce() throws Exception {
    board.close();
  }

  @Override
  void open() {}

  @Override
  void close() {}
}
