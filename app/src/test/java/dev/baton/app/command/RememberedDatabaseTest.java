package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.database.TestPostgres;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory stays on its database until somebody names another. */
@Tag("slow")
class RememberedDatabaseTest {
  @TempDir private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  private Program.Ended baton(Map<String, String> variables, String... words) {
    var environment = new HashMap<>(variables);
    environment.put("BATON_HOME", data().toString());
    environment.put("PATH", System.getenv("PATH"));
    return Cli.run(environment, words);
  }

  private Program.Ended baton(String... words) {
    return baton(Map.of(), words);
  }

  private String said(String... words) {
    var ended = baton(words);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out();
  }

  /** Starts a server that somebody asks for, stops it, and tells what it said on standard error. */
  private String serve(Map<String, String> variables, String... flags) throws Exception {
    var words = new ArrayList<>(List.of("serve", "--port", "0", "--json", "--data-dir"));
    words.add(data().toString());
    words.addAll(List.of(flags));
    var command = Program.javaCommand(List.of(), Main.class, words.toArray(String[]::new));
    try (var server = Program.start(command, variables)) {
      server.line();
      said("stop");
      return server.await().err();
    }
  }

  @AfterEach
  void stop() {
    baton("stop");
  }

  @Test
  void every_verb_goes_on_with_the_database_that_serve_was_told() throws Exception {
    var url = TestPostgres.newAddress();
    serve(Map.of(), "--db", url + "&password=s3cret");
    said("project", "add", "shop");
    said("stop");

    assertThat(said("project", "list")).contains("shop");
    assertThat(data().resolve("baton.db")).doesNotExist();
    assertThat(said("status"))
        .contains("Its database is jdbc:postgresql://localhost:", "(remembered, from flag --db)");
    said("stop");
    assertThat(baton("status", "--json").out())
        .contains("\"database_source\":\"remembered, from flag --db\"");
    assertThat(said("config", "show"))
        .containsPattern(
            "database\\.url +jdbc:postgresql://localhost:\\S+ +remembered, from flag --db\n");
    assertThat(baton("doctor").out())
        .containsPattern(
            "ok +database +jdbc:postgresql:\\S+ \\(remembered, from flag --db\\), Postgre");
    try (var files = Files.walk(data())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("s3cret");
      }
    }
  }

  @Test
  void a_backup_says_how_postgresql_makes_one() throws Exception {
    var url = TestPostgres.newAddress();
    serve(Map.of(), "--db", url);

    var ended = baton("backup", directory.resolve("my copy").toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains(
            "Run: pg_dump --dbname=postgresql://postgres@localhost:%d/postgres --schema=%s --format=custom '--file=%s';"
                .formatted(
                    TestPostgres.port(),
                    url.replaceAll(".*currentSchema=", ""),
                    directory.resolve("my copy")));
  }

  @Test
  void who_names_another_database_goes_there_and_is_told_the_way_back() throws Exception {
    serve(Map.of());
    var url = TestPostgres.newAddress();

    var told = serve(Map.of(), "--db", url);

    var usual = data().resolve("baton.db");
    assertThat(told)
        .contains(
            "is on database jdbc:postgresql://localhost:%d/postgres (flag --db) from now on; it was on %s"
                .formatted(TestPostgres.port(), usual),
            "To go back: baton serve --db '%s'".formatted(usual));
    assertThat(serve(Map.of())).as("it stays").isEmpty();
    assertThat(serve(Map.of(), "--db", usual.toString())).contains("it was on jdbc:postgresql:");
    assertThat(said("config", "show")).containsPattern("database\\.url +baton\\.db +default");
  }

  @Test
  void no_verb_follows_a_setting_to_another_database_by_itself() throws Exception {
    serve(Map.of());
    Files.writeString(
        data().resolve("config.yaml"),
        "database:\n  url: %s\n".formatted(TestPostgres.newAddress()));

    var refused = baton("project", "list");

    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err())
        .contains(
            "is on database %s (default), and config.yaml:2 names jdbc:postgresql:"
                .formatted(data().resolve("baton.db")),
            "only 'baton serve' goes to another database");
    assertThat(serve(Map.of())).contains("(config.yaml:2) from now on");
    assertThat(said("project", "list")).contains("No projects yet");
  }

  @Test
  void a_new_directory_takes_the_database_of_its_configuration() throws Exception {
    Files.createDirectories(data());
    Files.writeString(
        data().resolve("config.yaml"),
        "database:\n  url: %s\n".formatted(TestPostgres.newAddress()));

    said("project", "add", "shop");

    assertThat(data().resolve("baton.db")).doesNotExist();
    Files.delete(data().resolve("config.yaml"));
    said("stop");
    assertThat(said("project", "list")).contains("shop");
    assertThat(said("status")).contains("(remembered, from config.yaml:2)");
  }

  @Test
  void a_database_that_is_not_there_is_named_with_what_to_do() throws Exception {
    Files.createDirectories(data());
    var memory = Json.object().put("url", "jdbc:postgresql://localhost:1/baton?user=me");
    Files.writeString(
        data().resolve("database.json"), memory.put("named_by", "flag --db").toString());

    var unreachable = baton("project", "list");
    assertThat(unreachable.code()).isEqualTo(3);
    assertThat(unreachable.err())
        .contains(
            "Database jdbc:postgresql://localhost:1/baton cannot be reached",
            "check that it runs and takes connections",
            "It is the database of %s (remembered, from flag --db); 'baton serve --db URL' names another."
                .formatted(data()));
    assertThat(baton("doctor").out()).containsPattern("FAIL database +Database jdbc:postgresql:");

    memory.put("url", directory.resolve("gone.db").toString());
    Files.writeString(data().resolve("database.json"), memory.toString());
    assertThat(baton("project", "list").err())
        .contains("gone.db of %s is gone (remembered, from flag --db)".formatted(data()));
    assertThat(directory.resolve("gone.db")).doesNotExist();

    Files.writeString(data().resolve("database.json"), "{");
    assertThat(baton("project", "list").err())
        .contains("database.json cannot be read, so nobody knows which database");
    assertThat(data().resolve("baton.db")).doesNotExist();
    serve(Map.of(), "--db", directory.resolve("new.db").toString());
    assertThat(said("project", "list")).contains("No projects yet");
  }

  @Test
  void the_password_comes_from_a_variable_a_file_or_pgpass_and_is_not_remembered()
      throws Exception {
    var url = withPassword(TestPostgres.newAddress());
    assertThat(TestPostgres.port()).isPositive();
    var refused = baton(Map.of("BATON_DATABASE_URL", url), "project", "list");
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err())
        .contains("refused the login", "Its password comes from BATON_DATABASE_PASSWORD, a file");

    serve(Map.of("BATON_DATABASE_PASSWORD", "s3cret"), "--db", url);

    assertThat(baton(Map.of("BATON_DATABASE_PASSWORD", "wrong"), "project", "list").err())
        .contains("refused the login");
    assertThat(baton(Map.of("BATON_DATABASE_PASSWORD", "s3cret"), "project", "list").code())
        .isZero();
    said("stop");
    Files.writeString(data().resolve("config.yaml"), "database: {password_file: secret}\n");
    assertThat(baton("project", "list").err())
        .contains("config.yaml:1: database.password_file: ", "secret is missing");
    Files.writeString(data().resolve("secret"), "s3cret\n");
    assertThat(said("project", "list")).contains("No projects yet");
    assertThat(said("config", "show")).doesNotContain("s3cret");
    said("stop");
    Files.delete(data().resolve("config.yaml"));
    var pgpass = directory.resolve(".pgpass");
    Files.writeString(pgpass, "localhost:*:*:keeper:s3cret\n");
    assertThat(new ProcessBuilder("chmod", "600", pgpass.toString()).start().waitFor()).isZero();
    var home = Map.of("HOME", directory.toString());
    assertThat(baton(home, "project", "list").code()).isZero();
  }

  /** The same schema for a user whom the server asks for a password. */
  private static String withPassword(String url) throws Exception {
    var schema = url.replaceAll(".*currentSchema=", "");
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("create role keeper login superuser password 's3cret'");
      statement.execute("grant all on schema " + schema + " to keeper");
      try (var answer = statement.executeQuery("show hba_file")) {
        answer.next();
        demandPassword(Path.of(answer.getString(1)));
      }
      statement.execute("select pg_reload_conf()");
    }
    return url.replace("user=postgres", "user=keeper");
  }

  private static void demandPassword(Path file) throws IOException {
    Files.writeString(file, "host all keeper all scram-sha-256\n" + Files.readString(file));
  }
}
