package dev.baton.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  private static final Path HOME = Path.of("/home/ada");

  @TempDir private Path temp;

  @Test
  void the_environment_names_it_before_the_platform_does() {
    assertThat(of(Map.of("BATON_HOME", "/data/b", "XDG_DATA_HOME", "/data/x"), "Linux"))
        .isEqualTo("/data/b");
    assertThat(of(Map.of("BATON_HOME", "", "XDG_DATA_HOME", "/data/x"), "Linux"))
        .isEqualTo("/data/x/baton");
  }

  @Test
  void each_platform_has_its_own_place() {
    assertThat(of(Map.of(), "Linux")).isEqualTo("/home/ada/.local/share/baton");
    assertThat(of(Map.of(), "Mac OS X")).isEqualTo("/home/ada/Library/Application Support/baton");
  }

  private static String of(Map<String, String> environment, String platform) {
    return DataDirectory.ofUser(environment, platform, HOME).toString();
  }

  @Test
  void what_it_keeps_is_for_the_user_alone() throws IOException {
    var directory = new DataDirectory(temp.resolve("a/b"));

    directory.write("secret", new byte[] {1, 2});

    assertThat(permissions(temp.resolve("a/b"))).isEqualTo("rwx------");
    assertThat(permissions(temp.resolve("a/b/secret"))).isEqualTo("rw-------");
    assertThat(temp.resolve("a/b/secret")).hasBinaryContent(new byte[] {1, 2});
  }

  @Test
  void a_directory_that_was_open_to_others_is_closed_with_what_matters_in_it() throws IOException {
    var data = temp.resolve("data");
    Files.createDirectories(data.resolve("worktrees"));
    Files.writeString(data.resolve("token"), "x");
    Files.writeString(data.resolve("config.yaml"), "");
    for (var place : List.of("", "worktrees", "token", "config.yaml")) {
      Files.setPosixFilePermissions(
          data.resolve(place), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    assertThat(new DataDirectory(data).tighten()).isEmpty();

    assertThat(permissions(data)).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("worktrees"))).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("token"))).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("config.yaml"))).isEqualTo("rwxr-xr-x");
  }

  @Test
  void what_belongs_to_others_is_named_and_left_as_it_is() throws IOException {
    makeForeign(temp.resolve("worktrees"));

    assertThat(new DataDirectory(temp).tighten())
        .singleElement()
        .asString()
        .startsWith(temp.resolve("worktrees") + " belongs to ")
        .contains("open to others (rwxr-xr-x)");
  }

  /** A directory of another user: one that is given away, or where that is refused the system's. */
  private static void makeForeign(Path place) throws IOException {
    if (Files.getOwner(Path.of("/usr")).equals(Files.getOwner(place.resolveSibling(".")))) {
      Files.createDirectory(place);
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
      var users = place.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(place, users.lookupPrincipalByName("nobody"));
    } else {
      Files.createSymbolicLink(place, Path.of("/usr"));
    }
  }

  @Test
  void a_write_leaves_nothing_but_the_file() throws IOException {
    var directory = new DataDirectory(temp);

    directory.write("secret", new byte[] {1});
    directory.write("secret", new byte[] {2});

    assertThat(temp).isDirectoryContaining("glob:**/secret");
    try (var files = Files.list(temp)) {
      assertThat(files).hasSize(1);
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
