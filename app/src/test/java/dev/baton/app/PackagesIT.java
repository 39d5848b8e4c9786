package dev.baton.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.baton.internal.schema.SchemaCheck;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What {@code tools/package} makes of the archive, used as others will: without the source. */
@Tag("slow")
class PackagesIT {
  private static final String RELEASE_URL = "https://example.org/baton";

  @TempDir private static Path shared;
  @TempDir private Path place;

  @BeforeAll
  static void makeThem() throws IOException, InterruptedException {
    make(shared.resolve("packages"), Map.of());
  }

  private static void make(Path target, Map<String, String> more)
      throws IOException, InterruptedException {
    var environment = new HashMap<>(more);
    environment.put("BATON_JAVA_HOME", System.getProperty("java.home"));
    environment.put("BATON_RELEASE_URL", RELEASE_URL);
    // why: else it is the time of the last commit, and somebody may commit meanwhile
    environment.put("SOURCE_DATE_EPOCH", "1767225600");
    var made =
        run(
            environment,
            Repository.root().resolve("tools/package").toString(),
            Archives.plain().toString(),
            target.toString());
    assertThat(made.code()).as(made.err()).isZero();
  }

  private static Program.Ended run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    try (var program = Program.start(List.of(command), environment, shared)) {
      return program.await();
    }
  }

  /** A machine without a JDK, and a data directory of the test. */
  private Map<String, String> bare() {
    var environment = new HashMap<String, String>();
    List.of("JAVA_HOME", "BATON_JAVA_HOME").forEach(name -> environment.put(name, ""));
    environment.put("BATON_JDK_PLACES", place.toString());
    environment.put("BATON_HOME", place.resolve("data").toString());
    environment.put("npm_config_cache", place.resolve("npm").toString());
    return environment;
  }

  private static Path file(String pattern) throws IOException {
    try (var files = Files.list(shared.resolve("packages"))) {
      return files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no file " + pattern));
    }
  }

  private static ObjectNode json(Path file) throws IOException {
    return Json.parseObject(Files.readString(file));
  }

  private static String npmName() throws IOException {
    return json(Repository.root().resolve("packaging/npm/package.json")).path("name").asString();
  }

  @Test
  void npm_installs_it_from_its_tarballs_and_a_client_talks_to_it() throws Exception {
    if (run(Map.of(), "sh", "-c", "command -v npm && command -v node").code() != 0) {
      Absent.skip("The installation by npm", "npm and Node were not found");
    }
    var prefix = Files.createDirectories(place.resolve("an empty place"));
    var name = npmName();
    var installed =
        run(
            bare(),
            "npm",
            "install",
            "--offline",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
            prefix.toString(),
            file(name + "-\\d.*\\.tgz").toString(),
            file(name + "-[a-z].*\\.tgz").toString());
    assertThat(installed.code()).as(installed.err()).isZero();
    var baton = prefix.resolve("node_modules/.bin/baton").toString();
    var platform = platformPackage(prefix, name);

    var version = run(bare(), baton, "--version");
    assertThat(version.out()).startsWith("baton ");
    assertThat(version.err()).as("the caches that came along fit").isEmpty();
    assertThat(platform.resolve("place")).hasContent(platform.toRealPath().toString());
    for (var one : List.of(name, platform.getFileName().toString())) {
      var description = json(prefix.resolve("node_modules").resolve(one).resolve("package.json"));
      assertThat(description.has("scripts")).as("nothing runs at installation").isFalse();
    }
    talk(baton);
    serve(baton);
    new MovingIn(baton, bare(), place).go();
    assertThat(run(bare(), baton, "connect", "gemini").out())
        .contains(platform.toRealPath().resolve("bin/baton") + "' mcp")
        .doesNotContain("npx");
    assertThat(run(bare(), baton, "no-such-verb").code())
        .as("exit codes come through")
        .isEqualTo(2);

    Files.move(platform, place.resolve("away"));
    assertThat(run(bare(), baton, "--version"))
        .isEqualTo(
            new Program.Ended(
                1,
                "",
                "baton: the package %s is missing, which npm leaves out with --omit=optional; run: npm install --prefix '%s' %s@%s\n"
                    .formatted(
                        platform.getFileName(),
                        prefix.toRealPath(),
                        platform.getFileName(),
                        json(prefix.resolve("node_modules/" + name + "/package.json"))
                            .path("version")
                            .asString())));
  }

  private static Path platformPackage(Path prefix, String name) throws IOException {
    try (var packages = Files.list(prefix.resolve("node_modules"))) {
      return packages
          .filter(one -> one.getFileName().toString().startsWith(name + "-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void talk(String baton) throws IOException, InterruptedException {
    try (var program = Program.start(List.of(baton, "mcp"), bare(), place)) {
      var client = new LineClient(program);
      assertThat(client.initialize().at("/result/serverInfo/name").asString()).isEqualTo("baton");
      assertThat(client.request("tools/list", Json.object()).at("/result/tools"))
          .extracting(tool -> tool.path("name").asString())
          .contains("create_task", "start_task_attempt");
      assertThat(program.await().code()).isZero();
    } finally {
      assertThat(run(bare(), baton, "stop").code()).isZero();
    }
  }

  /** The server in the foreground, which ends when its launcher is asked to. */
  private void serve(String baton) throws IOException, InterruptedException {
    try (var program =
            Program.start(List.of(baton, "serve", "--port", "0", "--json"), bare(), place);
        var client = HttpClient.newHttpClient()) {
      var address = URI.create(Json.parseObject(program.line()).path("address").asString());

      var answer =
          client.send(
              HttpRequest.newBuilder(address.resolve("/healthz")).build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      program.terminate();
      assertThat(program.awaitWithOpenInput().out()).isEmpty();
      assertThatThrownBy(
              () ->
                  client.send(
                      HttpRequest.newBuilder(address).build(),
                      HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    }
  }

  /**
   * The caches are the exception, because no two JVMs write the same; docs/releasing.md says so.
   */
  @Test
  void made_again_they_are_the_same_to_the_byte() throws Exception {
    var again = place.resolve("again");
    make(again, Map.of("BATON_PACKAGE_CACHES", "no", "TZ", "Asia/Tokyo", "LC_ALL", "C.UTF-8"));

    var compared =
        run(
            Map.of(),
            "bash",
            "-c",
            """
            set -e
            diff -rq --exclude="$3-[a-z]*.tgz" --exclude=SHA256SUMS packages "$1"
            mkdir "$2" "$2/first" "$2/second"
            tar -xzf packages/"$3"-[a-z]*.tgz -C "$2/first"
            tar -xzf "$1/$3"-[a-z]*.tgz -C "$2/second"
            diff -rq --exclude='*.aot' --exclude=packed "$2/first" "$2/second"
            """,
            "compare",
            again.toString(),
            place.resolve("unpacked").toString(),
            npmName());

    assertThat(compared.code()).as(compared.out() + compared.err()).isZero();
  }

  @Test
  void the_archive_with_a_runtime_runs_without_a_jdk() throws Exception {
    var archive = file(".*\\.tar\\.gz");
    assertThat(run(Map.of(), "tar", "-xzf", archive.toString(), "-C", place.toString()).code())
        .isZero();
    Path home;
    try (var folders = Files.list(place)) {
      home = folders.findFirst().orElseThrow();
    }

    var demo = run(bare(), home.resolve("bin/baton").toString(), "demo");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("merged     into main of greeter");
  }

  @Test
  void the_debian_package_has_the_command_on_the_path() throws Exception {
    if (run(Map.of(), "sh", "-c", "command -v dpkg-deb").code() != 0) {
      Absent.skip("The Debian package", "dpkg-deb was not found");
    }
    var deb = file(".*\\.deb").toString();
    assertThat(run(Map.of(), "dpkg-deb", "--field", deb).out())
        .contains("Package: baton", "Depends: bash, libc6, git");

    assertThat(run(Map.of(), "dpkg-deb", "-x", deb, place.toString()).code()).isZero();
    // why no training: one is enough for all these packages
    Files.writeString(
        place.resolve("usr/lib/baton/place"), place.toRealPath().resolve("usr/lib/baton") + "\n");

    var version = run(bare(), place.resolve("usr/bin/baton").toString(), "--version");
    assertThat(version.out()).as(version.err()).startsWith("baton ");
  }

  @Test
  void the_bundle_for_desktop_clients_has_a_valid_manifest_and_a_program() throws Exception {
    var schema =
        NodeTools.installOrSkip("The check of the MCPB manifest")
            .fileOrSkip(
                "The check of the MCPB manifest",
                "@anthropic-ai/mcpb/schemas/mcpb-manifest-v0.3.schema.json");
    try (var bundle =
        FileSystems.newFileSystem(file(".*\\.mcpb"), Map.of("enablePosixFileAttributes", "true"))) {
      var manifest = json(bundle.getPath("manifest.json"));
      assertThat(new SchemaCheck(json(schema)).check(manifest)).isEmpty();
      var program = bundle.getPath(manifest.at("/server/entry_point").asString());
      assertThat(manifest.at("/server/mcp_config/command").asString())
          .isEqualTo("${__dirname}/" + program);
      for (var executable : List.of(program, bundle.getPath("server/runtime/bin/java"))) {
        assertThat(Files.getPosixFilePermissions(executable))
            .contains(PosixFilePermission.OWNER_EXECUTE);
      }
    }
  }

  @Test
  void the_registry_is_told_of_the_packages_that_there_are() throws Exception {
    var server = json(file("server\\.json"));
    var rules = json(Repository.root().resolve("app/src/test/resources/server-json-rules.json"));

    assertThat(new SchemaCheck(rules).check(server)).isEmpty();
    assertThat(server.at("/packages/0/identifier").asString()).isEqualTo(npmName());
    var bundle = file(".*\\.mcpb").getFileName().toString();
    assertThat(server.at("/packages/1/identifier").asString())
        .isEqualTo(RELEASE_URL + "/" + bundle);
    assertThat(Files.readString(file("SHA256SUMS")))
        .contains(server.at("/packages/1/fileSha256").asString() + "  " + bundle);
    assertThat(Files.readString(Repository.root().resolve("pom.xml")))
        .contains("<mcpName>" + server.path("name").asString() + "</mcpName>");
  }

  @Test
  void jbang_is_told_where_the_program_begins() throws Exception {
    var alias = json(file("jbang-catalog\\.json")).at("/aliases/baton");

    assertThat(alias.path("script-ref").asString()).matches("dev\\.baton:baton-app:\\d.*");
    assertThat(alias.path("main").asString()).isEqualTo(Main.class.getName());
    assertThat(alias.path("java").asString()).isEqualTo("25+");
  }

  @Test
  void the_container_is_built_of_what_is_there() throws Exception {
    var recipe = Files.readString(file("Containerfile"));
    var added = Pattern.compile("(?m)^(?:ADD|COPY) (\\S+) ").matcher(recipe);
    assertThat(added.find()).isTrue();
    var archive = file(Pattern.quote(added.group(1)));
    var entry = Pattern.compile("ENTRYPOINT \\[\"/opt/(\\S+)\"\\]").matcher(recipe);
    assertThat(entry.find()).isTrue();
    assertThat(run(Map.of(), "tar", "-tzf", archive.toString()).out().lines())
        .contains(entry.group(1));
  }

  @Test
  void the_container_is_built_without_a_network() throws Exception {
    var builder =
        run(Map.of(), "sh", "-c", "command -v buildah || command -v podman").out().strip();
    if (builder.isEmpty()) {
      var why = "The container is not built: neither buildah nor podman was found";
      // why on a build server too: what builds containers does not work on all of them
      System.out.println(why);
      Assumptions.abort(why);
    }
    // why without RUN and with nothing below: neither a registry nor a network is needed then
    var recipe =
        Files.writeString(
            place.resolve("Containerfile"),
            Files.readString(file("Containerfile")).replaceAll("(?m)^(RUN|USER) .*$", ""));
    var built =
        run(
            Map.of("STORAGE_DRIVER", "vfs"),
            builder,
            "build",
            "--isolation=chroot",
            "--build-arg=BASE=scratch",
            "--file=" + recipe,
            shared.resolve("packages").toString());
    assertThat(built.code()).as(built.err()).isZero();
  }

  @Test
  void checksums_components_and_changes_are_those_of_the_release() throws Exception {
    var checked =
        run(Map.of(), "sh", "-c", "cd packages && sha256sum --quiet --check SHA256SUMS && ls");
    assertThat(checked.code()).as(checked.err()).isZero();
    var sums = Files.readString(file("SHA256SUMS"));
    assertThat(checked.out().lines())
        .filteredOn(name -> !name.equals("SHA256SUMS"))
        .allSatisfy(name -> assertThat(sums).contains("  " + name + "\n"));

    var components = json(file(".*\\.cdx\\.json"));
    assertThat(componentSchema().validate(components)).isEmpty();
    assertThat(components.path("specVersion").asString()).isEqualTo("1.6");
    var jars = new ArrayList<String>();
    for (var component : components.path("components")) {
      if (component.path("type").asString().equals("library")) {
        assertThat(component.at("/hashes/0/content").asString()).hasSize(64);
        assertThat(component.at("/licenses/0/expression").asString()).isNotEmpty();
        jars.add(
            component.path("name").asString()
                + "-"
                + component.path("version").asString()
                + ".jar");
      }
    }
    assertThat(run(Map.of(), "tar", "-tzf", file(".*\\.tar\\.gz").toString()).out().lines())
        .filteredOn(line -> line.matches("[^/]+/lib/[^/]+\\.jar"))
        .extracting(line -> line.replaceFirst(".*/", ""))
        .containsExactlyInAnyOrderElementsOf(jars);
    assertThat(Files.readString(file("CHANGELOG\\.md")))
        .startsWith("# Baton ")
        .contains("\n- ")
        .doesNotContain("\n## ");
  }

  /** The schema of CycloneDX, which refers to two others. */
  private static Schema componentSchema() throws IOException {
    var schemas = new HashMap<String, String>();
    for (var name : List.of("bom-1.6", "spdx", "jsf-0.82")) {
      var file = name + ".schema.json";
      try (var in = requireNonNull(PackagesIT.class.getResourceAsStream("/" + file))) {
        schemas.put("http://cyclonedx.org/schema/" + file, new String(in.readAllBytes(), UTF_8));
      }
    }
    return SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_7, registry -> registry.schemas(schemas))
        .getSchema(SchemaLocation.of("http://cyclonedx.org/schema/bom-1.6.schema.json"));
  }
}
