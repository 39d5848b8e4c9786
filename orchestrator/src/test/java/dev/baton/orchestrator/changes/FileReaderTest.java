package dev.baton.orchestrator.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class FileReaderTest {
  private final Sandbox sandbox;
  private final Workspace workspace;
  private final Path worktree;

  FileReaderTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    workspace = sandbox.start(sandbox.repository("app"));
    worktree = workspace.agentDirectory();
  }

  private FileContent read(String path) {
    return sandbox.files.read(workspace, path, FileRange.whole(), FileReader.USUAL_BYTES);
  }

  private FileContent read(String path, FileRange range, int maxBytes) {
    return sandbox.files.read(workspace, path, range, maxBytes);
  }

  private void assertBlocked(String path, BlockedRead reason) {
    var content = read(path);
    assertThat(content.blocked()).as(path).contains(reason);
    assertThat(content.content()).isEmpty();
    assertThat(content.hint()).isPresent();
  }

  @Test
  void a_whole_file() {
    assertThat(read("a.txt"))
        .isEqualTo(
            new FileContent(
                Sandbox.lines(1, 10),
                Optional.of(1L),
                Optional.of(10L),
                0,
                false,
                71,
                Optional.empty(),
                Optional.empty()));
    assertThat(read("./a.txt").content()).startsWith("line 1\n");
    assertThat(read(".gitignore").content()).isEqualTo("*.log\n");
  }

  @Test
  void a_path_that_is_too_long_is_not_called_outside() {
    var name = "a".repeat(5_000);
    var path = "b/".repeat(2_500) + "c";

    assertBlocked(name, BlockedRead.NOT_FOUND);
    assertThat(read(name).hint())
        .contains(
            "The path has 5000 bytes, but at most 4096 are possible; copy the path from"
                + " get_attempt_changes");
    assertThat(read(path).hint().orElseThrow()).startsWith("The path has 5001 bytes, but at most");
    assertBlocked("a".repeat(256), BlockedRead.NOT_FOUND);
    assertThat(read("b/" + "a".repeat(256)).hint().orElseThrow())
        .startsWith("A name in the path has 256 bytes, but at most 255 are possible");
    assertBlocked("../" + name, BlockedRead.PATH_OUTSIDE_WORKSPACE);
    assertThat(read("a".repeat(255)).hint().orElseThrow()).startsWith("There is no file 'aaa");
  }

  @Test
  void lines_of_a_file() {
    var content = read("a.txt", new FileRange.Lines(3, 4), 1_000);
    assertThat(content.content()).isEqualTo("line 3\nline 4\n");
    assertThat(content.startLine()).contains(3L);
    assertThat(content.endLine()).contains(4L);
    assertThat(content.offset()).isEqualTo(14);
    assertThat(content.truncated()).isTrue();
    assertThat(content.hint()).contains("The file goes on: repeat get_attempt_file with offset=28");
    assertThat(read("a.txt", new FileRange.Lines(9, 99), 1_000).content())
        .isEqualTo("line 9\nline 10\n");
    assertThat(read("a.txt", new FileRange.Lines(12, 13), 1_000).hint())
        .contains("The file has 10 lines, so there is no line 12");
    assertThat(read("a.txt", new FileRange.Lines(11, 12), 1_000).hint())
        .contains("The file has 10 lines, so there is no line 11");
  }

  @Test
  void bytes_of_a_file() {
    var content = read("a.txt", new FileRange.Bytes(14), 10);
    assertThat(content.content()).isEqualTo("line 3\nlin");
    assertThat(content.startLine()).contains(3L);
    assertThat(content.endLine()).contains(4L);
    assertThat(content.truncated()).isTrue();
    assertThat(read("a.txt", new FileRange.Bytes(71), 10).content()).isEmpty();
    assertThat(read("a.txt", new FileRange.Bytes(72), 10).hint())
        .contains("The file has 71 bytes, so there is nothing at offset 72");
  }

  @Test
  void a_page_ends_with_a_whole_line_where_one_fits() {
    var content = read("a.txt", FileRange.whole(), 16);
    assertThat(content.content()).isEqualTo("line 1\nline 2\n");
    assertThat(content.hint()).contains("The file goes on: repeat get_attempt_file with offset=14");
  }

  @Test
  void pages_never_cut_a_character_and_together_are_the_file() {
    var text = "aé€😀".repeat(500) + "\n" + "ß\n".repeat(300);
    Sandbox.write(worktree.resolve("utf"), text);
    for (int size : new int[] {4, 5, 6, 7, 64, 1000}) {
      var whole = new StringBuilder();
      FileContent page;
      long offset = 0;
      do {
        page = read("utf", new FileRange.Bytes(offset), size);
        assertThat(page.content()).doesNotContain("\ufffd");
        whole.append(page.content());
        offset += page.content().getBytes(StandardCharsets.UTF_8).length;
      } while (page.truncated());
      assertThat(whole.toString()).isEqualTo(text);
    }
    var middle = read("utf", new FileRange.Bytes(2), 100);
    assertThat(middle.offset()).isEqualTo(1);
    assertThat(middle.content()).startsWith("é");
  }

  @Test
  void bytes_that_are_no_utf_8_are_replaced_and_end() {
    sandbox.shell(worktree, "head -c 300 /dev/zero | tr '\\0' '\\200' > latin");
    var first = read("latin", new FileRange.Bytes(0), 100);
    assertThat(first.content()).isEqualTo("\ufffd".repeat(100));
    assertThat(read("latin", new FileRange.Bytes(100), 1_000).offset()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../app/a.txt",
        "/etc/passwd",
        "dir/../../x",
        ".git",
        ".git/config",
        "sub/.GIT/config",
        "..",
        "a/..",
        "\"/etc/passwd\"",
        "\"\\056\\056/x\"",
        "a\0b"
      })
  void paths_that_lead_out_are_blocked(String path) {
    assertBlocked(path, BlockedRead.PATH_OUTSIDE_WORKSPACE);
  }

  @Test
  void links_that_lead_out_are_blocked_and_those_that_stay_inside_are_followed()
      throws IOException {
    Sandbox.write(sandbox.directory.resolve("secret/key"), "secret");
    sandbox.shell(
        worktree,
        """
        ln -s /etc/passwd abs && ln -s ../../../../secret/key rel && ln -s ../../../../secret dir
        ln -s .git git && ln -s a.txt inside && mkdir d && ln -s ../a.txt d/up && ln -s d e
        ln -s loop loop && ln -s nowhere dangling && ln -s abs chain && ln -s .. top
        """);
    for (var path : List.of("abs", "rel", "dir/key", "git", "chain", "top/.baton-workspace")) {
      assertBlocked(path, BlockedRead.PATH_OUTSIDE_WORKSPACE);
    }
    for (var path : List.of("inside", "d/up", "e/up")) {
      assertThat(read(path).content()).as(path).startsWith("line 1\n");
    }
    assertBlocked("loop", BlockedRead.PATH_OUTSIDE_WORKSPACE);
    assertBlocked("dangling", BlockedRead.NOT_FOUND);
  }

  @Test
  void links_do_not_tell_what_there_is_outside() {
    sandbox.shell(
        worktree,
        """
        ln -s /etc/nothing abs && ln -s /etc etc && ln -s ../.. top && mkdir d
        ln -s ../../nothing d/up && ln -s d/up chain && ln -s d e && ln -s "$PWD/nothing" own
        """);
    for (var path : List.of("abs", "etc/nothing", "top/nothing", "d/up", "chain", "e/up")) {
      assertBlocked(path, BlockedRead.PATH_OUTSIDE_WORKSPACE);
    }
    for (var path : List.of("e/nothing", "own", "d/nothing")) {
      assertBlocked(path, BlockedRead.NOT_FOUND);
    }
  }

  @Test
  void a_worktree_replaced_by_a_link_is_not_followed() {
    Sandbox.write(sandbox.directory.resolve("secret/key"), "secret");
    sandbox.shell(workspace.root(), "mv app away && ln -s ../../../secret app");
    assertBlocked("key", BlockedRead.PATH_OUTSIDE_WORKSPACE);
  }

  @Test
  void a_link_swapped_in_while_we_read_never_leads_out() throws Exception {
    Sandbox.write(sandbox.directory.resolve("secret/f"), "secret");
    Sandbox.write(worktree.resolve("good/f"), "good");
    sandbox.shell(worktree, "cp -r good spare && ln -s ../../../../secret evil");
    var swapping = Sandbox.write(sandbox.directory.resolve("swapping"), "");
    var swapper =
        new ProcessBuilder(
                "bash",
                "-c",
                "while [ -e \"$0\" ]; do mv -T good tmp; mv -T evil good; mv -T good evil;"
                    + " mv -T tmp good; done",
                swapping.toString())
            .directory(worktree.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      for (int i = 0; i < 2_000; i++) {
        assertThat(read("good/f").content()).isIn("", "good");
      }
    } finally {
      // why not killed: what it has just called would go on
      Files.delete(swapping);
      swapper.waitFor();
    }
  }

  @Test
  void what_is_no_text_file_is_blocked() throws IOException {
    sandbox.shell(worktree, "mkdir dir && mkfifo pipe && printf 'a\\0b' > binary");
    Files.writeString(worktree.resolve("late"), "x".repeat(9_000) + "\0");
    assertBlocked("dir", BlockedRead.NOT_A_FILE);
    assertBlocked("", BlockedRead.NOT_A_FILE);
    assertBlocked("pipe", BlockedRead.NOT_A_FILE);
    assertBlocked("binary", BlockedRead.BINARY);
    assertBlocked("late", BlockedRead.BINARY);
    assertThat(read("binary").totalBytes()).isEqualTo(3);
    assertBlocked("none", BlockedRead.NOT_FOUND);
    assertBlocked("a.txt/x", BlockedRead.NOT_FOUND);
    assertBlocked("\"broken", BlockedRead.NOT_FOUND);
  }

  @Test
  void more_than_the_maximum_is_blocked_and_a_longer_file_is_truncated() {
    Sandbox.write(worktree.resolve("big"), "x".repeat(600_000));
    var blocked = read("big", FileRange.whole(), FileReader.MOST_BYTES + 1);
    assertThat(blocked.blocked()).contains(BlockedRead.SIZE_EXCEEDED);
    assertThat(blocked.hint())
        .contains("max_bytes is at most 524288; read longer files in parts, with offset");
    var page = read("big", FileRange.whole(), FileReader.MOST_BYTES);
    assertThat(page.content()).hasSize(FileReader.MOST_BYTES);
    assertThat(page.truncated()).isTrue();
    assertThat(page.totalBytes()).isEqualTo(600_000);
  }

  @Test
  void ranges_that_make_no_sense_are_refused() {
    assertThatThrownBy(() -> new FileRange.Lines(0, 1))
        .hasMessage("Line 0 does not exist: lines are counted from 1");
    assertThatThrownBy(() -> new FileRange.Lines(3, 2)).hasMessage("Lines 3 to 2 are no range");
    assertThatThrownBy(() -> new FileRange.Bytes(-1)).hasMessage("Offset -1 is negative");
    assertThatThrownBy(() -> read("a.txt", FileRange.whole(), 3))
        .hasMessage("max_bytes is 3, but at least 4 are needed for one character");
  }

  @Test
  void a_name_that_is_no_text_is_read_in_its_quoted_form() {
    sandbox.shell(worktree, "mkdir $'d\\xff' && echo odd > $'d\\xff/\\xfe'");
    var path = sandbox.changes.read(workspace, false).files().getFirst().path();
    assertThat(path).isEqualTo("\"d\\377/\\376\"");
    assertThat(read(path).content()).isEqualTo("odd\n");
  }

  @Test
  void with_several_repositories_the_path_begins_with_a_name() {
    var both = sandbox.start(sandbox.repository("lib"), sandbox.repository("web"));
    assertThat(sandbox.files.read(both, "web/b.txt", FileRange.whole(), 100).content())
        .isEqualTo("b\n");
    var unknown = sandbox.files.read(both, "b.txt", FileRange.whole(), 100);
    assertThat(unknown.blocked()).contains(BlockedRead.NOT_FOUND);
    assertThat(unknown.hint())
        .contains("'b.txt' does not begin with a repository of the attempt: lib, web");
  }

  @Test
  void an_empty_file_has_no_content() {
    Sandbox.write(worktree.resolve("empty"), "");
    var content = read("empty");
    assertThat(content.content()).isEmpty();
    assertThat(content.truncated()).isFalse();
    assertThat(content.blocked()).isEmpty();
  }
}
