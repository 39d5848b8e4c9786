package dev.baton.orchestrator.vibekanban;

import static dev.baton.orchestrator.git.TestRepository.git;

import dev.baton.database.Database;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.image.PngBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A board as a version of vibe-kanban left it: a database of its schema, a repository, and a
 * worktree with work that is not committed. The same is written for every version, into the columns
 * that it has.
 */
public final class OldBoard {
  public static final UUID PROJECT = id(1);
  public static final UUID PARENT = id(2);
  public static final UUID TASK = id(3);
  public static final UUID ATTEMPT = id(4);
  public static final UUID PROCESS = id(5);
  public static final UUID SESSION = id(6);
  public static final UUID PARENT_ATTEMPT = id(9);
  private static final UUID REPO = id(7);
  private static final Pattern ID = Pattern.compile("id\\((\\d+)\\)");

  /** What its only image has in it. */
  public static final byte[] IMAGE = image();

  private static byte[] image() {
    // why so long: it is kept in pieces
    var bytes = new byte[500_000];
    new Random(1).nextBytes(bytes);
    System.arraycopy(PngBytes.of(24), 0, bytes, 0, 24);
    return bytes;
  }

  private final Path directory;
  private final Path file;

  private OldBoard(Path directory, Path file) {
    this.directory = directory;
    this.file = file;
  }

  private static UUID id(int number) {
    return new UUID(0x1234_5678_9abc_4defL, number);
  }

  /** Makes it in a directory. */
  public static OldBoard of(String version, Path directory) throws IOException {
    var repository = TestRepository.make(directory.resolve("shop"), "README.md", "hello\n");
    var isNew = version.equals("0.0.157") || version.equals("0.1.44");
    var around = directory.resolve("worktrees/1234-fix");
    var worktree = isNew ? around.resolve("shop") : around;
    git(repository, "worktree", "add", "-q", "-b", "vk/1234-fix", worktree.toString());
    TestRepository.write(worktree.resolve("done.txt"), "done there\n");
    TestRepository.commitAll(worktree, "Done there");
    TestRepository.write(worktree.resolve("open.txt"), "not committed there\n");
    Files.createDirectories(directory.resolve("data"));
    var file =
        directory.resolve("data").resolve(version.startsWith("0.1") ? "db.v2.sqlite" : "db.sqlite");
    var schema = schema(version);
    try (var database = Database.open(file)) {
      database.write(
          connection -> {
            for (var statement : schema.split(";\n", -1)) {
              if (!statement.isBlank()) {
                execute(connection, statement);
              }
            }
            execute(connection, "pragma defer_foreign_keys = on");
            fill(connection, repository, around);
            if (version.startsWith("0.1")) {
              execute(connection, "delete from execution_process_logs");
            }
            return true;
          });
    }
    if (version.equals("0.1.44")) {
      var session = SESSION.toString();
      TestRepository.write(
          directory
              .resolve("data/sessions")
              .resolve(session.substring(0, 2))
              .resolve(session + "/processes/" + PROCESS + ".jsonl"),
          LOG);
    }
    var caches = directory.resolve("cache/utils");
    writeImages(caches.resolve(version.startsWith("0.1") ? "attachments" : "images"));
    return new OldBoard(directory, file);
  }

  private static final String LOG =
      """
      {"Stdout":"{\\"type\\":\\"assistant\\",\\"message\\":{\\"content\\":[{\\"type\\":\\"tool_use\\",\\"id\\":\\"t1\\",\\"name\\":\\"Bash\\",\\"input\\":{\\"command\\":\\"ls\\"}}]}}\\n"}
      {"Stdout":"{\\"type\\":\\"user\\",\\"message\\":{\\"content\\":[{\\"type\\":\\"tool_result\\",\\"tool_use_id\\":\\"t1\\",\\"content\\":\\"a\\\\u0000b\\"}]}}\\n"}
      {"Stdout":"{\\"type\\":\\"assistant\\",\\"message\\":{\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"I did "}
      {"Stdout":"it\\"}]},\\"uuid\\":\\"LONG\\"}\\nplain\\n"}
      not json
      {"Stderr":"a warning"}
      "Ready"
      """
          .replace("LONG", "0".repeat(40_000));

  private static String schema(String version) throws IOException {
    try (var schema = OldBoard.class.getResourceAsStream(version + ".sql")) {
      return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void fill(Connection connection, Path repository, Path around)
      throws SQLException {
    var scripts =
        Map.<String, Object>of(
            "setup_script", "true",
            "cleanup_script", "echo clean",
            "dev_script", "npm start",
            "dev_server_script", "npm start",
            "copy_files", ".env, *.local");
    var project =
        new LinkedHashMap<String, Object>(
            Map.of("id", PROJECT, "name", "Shop", "git_repo_path", repository.toString()));
    project.putAll(scripts);
    insert(connection, "projects", project);
    var repo =
        new LinkedHashMap<String, Object>(
            Map.of(
                "id", REPO, "path", repository.toString(), "name", "shop", "display_name", "Shop"));
    repo.putAll(scripts);
    insert(connection, "repos", repo);
    insert(
        connection, "project_repos", Map.of("id", id(8), "project_id", PROJECT, "repo_id", REPO));
    insert(
        connection,
        "tasks",
        Map.of(
            "id",
            PARENT,
            "project_id",
            PROJECT,
            "title",
            "Parent",
            "status",
            "done",
            "created_at",
            "2025-07-01 10:00:00.123"));
    var attempt =
        new LinkedHashMap<String, Object>(
            Map.of(
                "id", ATTEMPT, "task_id", TASK, "branch", "vk/1234-fix", "executor", "FAKE_AGENT"));
    attempt.putAll(
        Map.of(
            "container_ref",
            around.toString(),
            "worktree_path",
            around.toString(),
            "target_branch",
            "main",
            "base_branch",
            "main"));
    attempt.putAll(Map.of("base_coding_agent", "fake-agent", "profile", "fake-agent"));
    var parent =
        Map.of("id", id(9), "task_id", PARENT, "branch", "vk/gone", "worktree_path", "/gone");
    insert(
        connection,
        "tasks",
        Map.of(
            "id",
            TASK,
            "project_id",
            PROJECT,
            "title",
            "Fix it @careful",
            "description",
            "All of it",
            "status",
            "inreview",
            "created_at",
            "2025-07-02T10:00:00.123456+00:00",
            "parent_workspace_id",
            id(9),
            "parent_task_attempt",
            id(9)));
    for (var table : List.of("task_attempts", "workspaces")) {
      insert(connection, table, new LinkedHashMap<>(parent));
      insert(connection, table, attempt);
    }
    for (var each : List.of(ATTEMPT, PARENT_ATTEMPT)) {
      insert(
          connection,
          "workspace_repos",
          Map.of(
              "id",
              new UUID(1, each.getLeastSignificantBits()),
              "workspace_id",
              each,
              "repo_id",
              REPO,
              "target_branch",
              "main"));
    }
    insert(
        connection,
        "sessions",
        Map.of("id", SESSION, "workspace_id", ATTEMPT, "executor", "FAKE_AGENT"));
    var process =
        new LinkedHashMap<String, Object>(
            Map.of(
                "id",
                PROCESS,
                "task_attempt_id",
                ATTEMPT,
                "session_id",
                SESSION,
                "run_reason",
                "codingagent",
                "process_type",
                "codingagent",
                "status",
                "completed",
                "exit_code",
                0,
                "command",
                "x"));
    process.putAll(
        Map.of(
            "working_directory",
            "x",
            "stdout",
            "plain\n",
            "stderr",
            "a warning",
            "started_at",
            "2025-07-02 10:00:01",
            "completed_at",
            "2025-07-02 10:05:00",
            "executor_action",
            "{\"typ\":{\"prompt\":\"Fix it\"}}"));
    insert(connection, "execution_processes", process);
    insert(
        connection,
        "execution_process_logs",
        Map.of("execution_id", PROCESS, "logs", LOG, "byte_size", LOG.length()));
    for (var table : List.of("coding_agent_turns", "executor_sessions")) {
      insert(
          connection,
          table,
          Map.of(
              "id",
              id(10),
              "execution_process_id",
              PROCESS,
              "task_attempt_id",
              ATTEMPT,
              "prompt",
              "Fix it all",
              "summary",
              "I did it"));
    }
    insert(
        connection, "tags", Map.of("id", id(11), "tag_name", "careful", "content", "Be careful"));
    insert(connection, "tags", Map.of("id", id(12), "tag_name", "careful", "content", "Twice"));
    insert(connection, "tags", Map.of("id", id(13), "tag_name", "unused", "content", "Nobody"));
    images(connection);
  }

  /** One that is there, one that is gone, and one that is none. */
  private static void images(Connection connection) throws SQLException {
    var names = List.of("shot.png", "gone.png", "notes.pdf");
    for (var each : List.of(List.of("images", "image"), List.of("attachments", "attachment"))) {
      for (int number = 0; number < names.size(); number++) {
        insert(
            connection,
            each.getFirst(),
            Map.of(
                "id",
                id(20 + number),
                "file_path",
                "x_" + names.get(number),
                "original_name",
                names.get(number),
                "hash",
                names.get(number),
                "created_at",
                "2025-09-01 10:00:00"));
        insert(
            connection,
            "task_" + each.getFirst(),
            Map.of(
                "id", id(30 + number), "task_id", TASK, each.getLast() + "_id", id(20 + number)));
      }
    }
  }

  private static void writeImages(Path cache) throws IOException {
    Files.createDirectories(cache);
    Files.write(cache.resolve("x_shot.png"), IMAGE);
    Files.writeString(cache.resolve("x_notes.pdf"), "%PDF-1.4");
  }

  /** Writes what the table has columns for, if it is there. */
  private static void insert(Connection connection, String table, Map<String, Object> values)
      throws SQLException {
    var columns = new HashSet<String>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("pragma table_info(" + table + ")")) {
      while (found.next()) {
        columns.add(found.getString("name"));
      }
    }
    if (columns.isEmpty()) {
      return;
    }
    var names = new ArrayList<>(values.keySet().stream().filter(columns::contains).toList());
    var sql =
        "insert into %s (%s) values (%s)"
            .formatted(
                table,
                String.join(", ", names),
                names.stream().map(_ -> "?").collect(Collectors.joining(", ")));
    try (var statement = connection.prepareStatement(sql)) {
      for (int place = 0; place < names.size(); place++) {
        var value = values.get(names.get(place));
        statement.setObject(place + 1, value instanceof UUID id ? bytes(id) : value);
      }
      statement.executeUpdate();
    }
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Changes its database; id(1) in a statement is that of the project, and so on. */
  public void change(String... statements) throws IOException {
    try (var database = Database.open(file)) {
      var ignored =
          database.write(
              connection -> {
                for (var statement : statements) {
                  execute(connection, ID.matcher(statement).replaceAll(OldBoard::literal));
                }
                return true;
              });
    }
  }

  private static String literal(MatchResult id) {
    return "x'%s'".formatted(HexFormat.of().formatHex(bytes(id(Integer.parseInt(id.group(1))))));
  }

  public Path file() {
    return file;
  }

  public List<Path> caches() {
    return OldDatabase.caches(
        Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString()), "Linux");
  }

  /** Whether this version has images and tags. */
  public static boolean hasImages(String version) {
    return !version.matches("0[.]0[.]\\d\\d");
  }

  /** Whether this version has neither tasks below others nor a log of what agents print. */
  public static boolean isFirst(String version) {
    return List.of("0.0.36", "0.0.42").contains(version);
  }

  public Path repository() {
    return directory.resolve("shop");
  }
}
