package dev.baton.app.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.app.BoardFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A disk without room: the form says it, and keeps what was typed until there is room again. */
class FullDiskInChromiumTest extends InChromium {
  private Path disk = Path.of("");
  private boolean isMounted;

  @Override
  @BeforeEach
  void open() throws Exception {
    disk = Files.createDirectories(directory.resolve("disk"));
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString());
    assumeTrue(isMounted, "A small disk can be mounted by root only");
    board = BoardFixture.in(disk);
  }

  @Override
  @AfterEach
  void close() throws Exception {
    if (isMounted) {
      board.close();
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  private Path fill() throws IOException {
    var ballast = disk.resolve("ballast");
    var block = new byte[4096];
    try (var out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      return ballast;
    }
  }

  @Test
  void a_task_that_finds_no_room_stays_in_its_form() throws Exception {
    var page = enter();
    page.locator("[data-key=new]").click();
    page.getByLabel("Title").fill("Must not be lost");
    page.locator("#description").fill("A long story. ".repeat(20_000));
    var ballast = fill();

    var create = page.locator("#new-task button[name=create]");
    create.click();

    assertThat(page.locator("#new-task .problem")).containsText("There is no room left");
    assertThat(page.locator("#new-task .problem")).containsText("What you typed is kept.");
    assertThat(page.locator("#new-task .problem")).not().containsText("SQLITE");
    assertThat(page.getByLabel("Title")).hasValue("Must not be lost");
    chromium.forgive();
    Files.delete(ballast);
    create.click();
    assertThat(card(page, "todo", "Must not be lost")).isVisible();
    chromium.forgive();
  }
}
