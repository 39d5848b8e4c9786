package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The project of {@code docs/libraries.md}, built against the installed libraries and used. */
@Tag("slow")
class LibrariesIT {
  private static final Path EXAMPLE = Repository.root().resolve("examples/consumer");
  private static final Pattern VERSION = Pattern.compile("<baton.version>(.*)</baton.version>");

  @TempDir private static Path shared;
  @TempDir private Path place;

  @BeforeAll
  static void buildTheProjectFarFromTheSource() throws IOException, InterruptedException {
    if (run(Map.of(), "sh", "-c", "command -v mvn").code() != 0) {
      Absent.skip("The project that uses the libraries", "Maven was not found");
    }
    install("baton-parent", "");
    install("baton-bom", "bom");
    for (var library : List.of("workflow", "task-jdbc", "mcp", "adapters")) {
      install("baton-" + library, library);
    }
    try (var files = Files.walk(EXAMPLE)) {
      for (var file : files.filter(it -> it.toString().matches(".*\\.(java|xml)")).toList()) {
        copy(file, project().resolve(EXAMPLE.relativize(file).toString()));
      }
    }

    var settings = Files.writeString(shared.resolve("settings.xml"), settings()).toString();
    var built =
        run(
            Map.of("JAVA_HOME", System.getProperty("java.home"), "MAVEN_ARGS", ""),
            "mvn",
            "--batch-mode",
            "--quiet",
            "--settings=" + settings,
            "--global-settings=" + settings,
            "-Dmaven.repo.local=" + repository(),
            "package");
    assertThat(built.code()).as(built.out() + built.err()).isZero();
  }

  private static Path project() {
    return shared.resolve("project");
  }

  private static Path repository() {
    return shared.resolve("repository");
  }

  /** Puts what the build has made where {@code mvn install} would, in a repository of the test. */
  private static void install(String artifact, String module) throws IOException {
    var source = Repository.root().resolve(module);
    var name = artifact + "-" + version();
    var target = repository().resolve(Path.of("dev", "baton", artifact, version()));
    copy(source.resolve("pom.xml"), target.resolve(name + ".pom"));
    var jar = source.resolve("target").resolve(name + ".jar");
    if (Files.exists(jar)) {
      copy(jar, target.resolve(name + ".jar"));
    }
  }

  private static String version() throws IOException {
    var found = VERSION.matcher(Files.readString(EXAMPLE.resolve("pom.xml")));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  /**
   * Everything else comes from the repository of the build that this test is in, which has it; so
   * nothing is downloaded, and the user's repository stays as it is.
   */
  private static String settings() {
    var local = System.getProperty("localRepository");
    var repository =
        local == null ? Path.of(System.getProperty("user.home"), ".m2/repository") : Path.of(local);
    return """
    <settings>
      <profiles>
        <profile>
          <id>build</id>
          <repositories>
            <repository><id>central</id><url>%1$s</url><snapshots><enabled>false</enabled></snapshots></repository>
          </repositories>
          <pluginRepositories>
            <pluginRepository><id>central</id><url>%1$s</url><snapshots><enabled>false</enabled></snapshots></pluginRepository>
          </pluginRepositories>
        </profile>
      </profiles>
      <activeProfiles><activeProfile>build</activeProfile></activeProfiles>
    </settings>
    """
        .formatted(repository.toUri());
  }

  private static Program.Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    try (var program =
        Program.start(List.of(command), environment, Files.createDirectories(project()))) {
      return program.await();
    }
  }

  /** Starts a class of the project as the page says. */
  private static Program start(String main, Map<String, String> environment, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", "target/classes:target/lib/*"));
    command.add("com.example.parcels." + main);
    command.addAll(List.of(arguments));
    return Program.start(command, environment, project());
  }

  private static JsonNode sendParcel(LineClient client) throws IOException {
    var prompt = Json.object().put("name", "send-parcel");
    prompt.putObject("arguments").put("country", "NO").put("grams", "1200");
    return client.request("prompts/get", prompt);
  }

  @Test
  void a_run_goes_on_after_the_server_was_killed() throws Exception {
    var database = place.resolve("parcels.db").toString();
    String task;
    try (var program = start("ParcelServer", Map.of(), database)) {
      var client = new LineClient(program);
      assertThat(client.initialize().at("/result/serverInfo/name").asString()).isEqualTo("parcels");
      var refused =
          client.callTool("quote_parcel", Json.object().put("country", "NO").put("grams", 0));
      assertThat(refused.at("/result/isError").asBoolean()).isTrue();
      assertThat(refused.at("/result/content/0/text").asString())
          .contains("A parcel of 0 g cannot be sent", "pass grams above 0");

      var answer = sendParcel(client);
      assertThat(answer.at("/result/_meta/durable").asBoolean()).isTrue();
      assertThat(answer.toString()).contains("NO-620", "Book only if the user agrees");
      task = answer.at("/result/_meta/task_id").asString();
      program.kill();
    }

    try (var program = start("ParcelServer", Map.of(), database)) {
      var client = new LineClient(program);
      client.initialize();
      var resume = Json.object().put("task_id", task);
      resume.putObject("inputs").putObject("book");

      assertThat(client.callTool("workflow_resume", resume).toString()).contains("LABEL-NO-620");
      assertThat(program.await().code()).isZero();
    }
  }

  @Test
  void over_http_only_the_token_lets_in() throws Exception {
    try (var program =
        start(
            "ParcelServer",
            Map.of("PARCELS_TOKEN", "open sesame"),
            place.resolve("parcels.db").toString(),
            "0")) {
      var address = program.line();

      assertThat(call(address, "wrong").statusCode()).isEqualTo(401);
      var answer = call(address, "open sesame");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("NO-620");
    }
  }

  private static HttpResponse<String> call(String address, String token)
      throws IOException, InterruptedException {
    var body =
        """
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
          "name": "quote_parcel", "arguments": {"country": "NO", "grams": 1200},
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {}}}}
        """;
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(address))
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream")
              .header("MCP-Protocol-Version", "2026-07-28")
              .header("Mcp-Method", "tools/call")
              .header("Mcp-Name", "quote_parcel")
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void a_stock_server_has_the_same_workflow() throws Exception {
    try (var program = start("StockParcelServer", Map.of())) {
      var client = new LineClient(program);
      assertThat(client.initialize().at("/result/serverInfo/name").asString())
          .isEqualTo("stock-parcels");
      program.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");

      var answer = sendParcel(client);

      assertThat(answer.at("/result/_meta/durable").asBoolean(true)).isFalse();
      assertThat(answer.toString()).contains("NO-620", "Book only if the user agrees");
    }
  }
}
