package dev.baton.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of the house, over the classes and sources of all modules. */
@AnalyzeClasses(
    packages = "dev.baton",
    importOptions = {DoNotIncludeTests.class, HouseRulesTest.NoTestJars.class})
class HouseRulesTest {
  private static final int MAX_LINES = 400;

  /** Files allowed over the limit, with the size they may not pass. May only shrink. */
  private static final Map<String, Integer> RATCHET = Map.of();

  private static final List<String> MIGRATIONS =
      List.of(
          "orchestrator/src/main/resources/dev/baton/orchestrator/store/migrations",
          "task-jdbc/src/main/resources/dev/baton/task/jdbc/migrations");

  /** Migrations that took something away before several versions could run at once. */
  private static final List<String> BEFORE_THE_RULE =
      List.of("V0002__configuration.sql", "V0003__stop_reason.sql", "V0006__agent_token.sql");

  private static final int MAX_FILES = 30;

  /** Packages with more files, and how many they may have. May only shrink. */
  private static final Map<String, Integer> LARGE_PACKAGES =
      Map.of(
          // one file for each tool
          "dev.baton.orchestrator.tools", 99);

  /** Rooms of the orchestrator from the face to the ground; each knows only those below it. */
  private static final List<String> ROOMS =
      List.of(
          "dev.baton.orchestrator.tools",
          "dev.baton.orchestrator",
          "dev.baton.orchestrator.upkeep",
          "dev.baton.orchestrator.progress",
          "dev.baton.orchestrator.shipping",
          "dev.baton.orchestrator.followup",
          "dev.baton.orchestrator.start",
          "dev.baton.orchestrator.vibekanban",
          "dev.baton.orchestrator.transfer",
          "dev.baton.orchestrator.planning",
          "dev.baton.orchestrator.review",
          "dev.baton.orchestrator.call",
          "dev.baton.orchestrator.notice",
          "dev.baton.orchestrator.insight",
          "dev.baton.orchestrator.remote",
          "dev.baton.orchestrator.dispatch",
          "dev.baton.orchestrator.turn",
          "dev.baton.orchestrator.ingest",
          "dev.baton.orchestrator.mirror",
          "dev.baton.orchestrator.budget",
          "dev.baton.orchestrator.node",
          "dev.baton.orchestrator.event",
          "dev.baton.orchestrator.update",
          "dev.baton.orchestrator.merge",
          "dev.baton.orchestrator.changes",
          "dev.baton.orchestrator.workspace",
          "dev.baton.orchestrator.git",
          "dev.baton.orchestrator.store",
          "dev.baton.orchestrator.store.review",
          "dev.baton.orchestrator.store.node",
          "dev.baton.orchestrator.store.event",
          "dev.baton.orchestrator.store.sql",
          "dev.baton.orchestrator.fleet",
          "dev.baton.orchestrator.cost",
          "dev.baton.orchestrator.comment",
          "dev.baton.orchestrator.image",
          "dev.baton.orchestrator.transcript",
          "dev.baton.orchestrator.page",
          "dev.baton.orchestrator.forge",
          "dev.baton.orchestrator.attempt",
          "dev.baton.orchestrator.agent.catalogue",
          "dev.baton.orchestrator.agent.fake",
          "dev.baton.orchestrator.agent.command",
          "dev.baton.orchestrator.agent.codex",
          "dev.baton.orchestrator.agent.claude",
          "dev.baton.orchestrator.agent.acp",
          "dev.baton.orchestrator.agent",
          "dev.baton.orchestrator.agent.model",
          "dev.baton.orchestrator.agent.image",
          "dev.baton.orchestrator.process",
          "dev.baton.orchestrator.board",
          "dev.baton.orchestrator.failure");

  /** Tests of other modules come as jars. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule STDOUT_IS_THE_PROTOCOL = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

  @ArchTest static final ArchRule OWN_EXCEPTIONS = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

  @ArchTest
  static final ArchRule NO_PACKAGE_CYCLES =
      slices().matching("dev.baton.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_JUNK_DRAWERS =
      noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)");

  @ArchTest
  static final ArchRule LIBRARIES_DO_NOT_KNOW_THE_PROGRAM =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.baton.workflow..",
              "dev.baton.internal..",
              "dev.baton.database..",
              "dev.baton.task..",
              "dev.baton.adapter..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.baton.mcp..",
              "dev.baton.orchestrator..",
              "dev.baton.fakeagent..",
              "dev.baton.examples..",
              "dev.baton.app..");

  @ArchTest
  static final ArchRule ONLY_THE_ADAPTER_KNOWS_THE_OFFICIAL_SDK =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.baton.adapter..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.modelcontextprotocol..");

  @ArchTest
  static final ArchRule YAML_IS_READ_IN_ONE_PLACE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.baton.internal.yaml")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.snakeyaml..");

  @ArchTest
  static final ArchRule RULES_KNOW_NO_PLUMBING =
      noClasses()
          .that()
          .resideInAnyPackage("..workflow..", "dev.baton.task")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "java.net.http..", "org.eclipse.jetty..");

  @ArchTest
  static final ArchRule ONLY_THE_TRANSPORT_KNOWS_THE_WEB_SERVER =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.baton.mcp.transport")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.jetty..");

  @ArchTest
  static void no_method_that_others_call_takes_an_optional(JavaClasses classes) {
    assertThat(classes)
        .flatExtracting(JavaClass::getMethods)
        // why: a private method is a part of its caller, and so is a lambda
        .filteredOn(method -> !method.getModifiers().contains(JavaModifier.PRIVATE))
        .filteredOn(
            method ->
                method.getRawParameterTypes().stream()
                    .anyMatch(type -> type.isEquivalentTo(Optional.class)))
        .extracting(method -> method.getFullName())
        .isEmpty();
  }

  @ArchTest
  static void rooms_of_the_orchestrator_know_only_those_below(JavaClasses classes) {
    for (int room = 0; room < ROOMS.size(); room++) {
      var above = ROOMS.subList(0, room);
      assertThat(classes.getPackage(ROOMS.get(room)).getClasses())
          .flatExtracting(JavaClass::getDirectDependenciesFromSelf)
          .filteredOn(use -> above.contains(use.getTargetClass().getPackageName()))
          .extracting(use -> use.getDescription())
          .isEmpty();
    }
  }

  @ArchTest
  static void every_room_of_the_orchestrator_has_its_place(JavaClasses classes) {
    assertThat(classes.getPackage("dev.baton.orchestrator").getSubpackagesInTree())
        .filteredOn(room -> !room.getClasses().isEmpty())
        .extracting(JavaPackage::getName)
        .isSubsetOf(ROOMS);
  }

  @ArchTest
  static void only_the_room_of_git_runs_git(JavaClasses classes) {
    assertThat(classes)
        .filteredOn(type -> type.getName().startsWith("dev.baton.orchestrator."))
        .filteredOn(type -> !type.getPackageName().equals("dev.baton.orchestrator.git"))
        .flatExtracting(JavaClass::getDirectDependenciesFromSelf)
        .filteredOn(use -> use.getTargetClass().getSimpleName().equals("GitRun"))
        .isEmpty();
  }

  @ArchTest
  static final ArchRule ONLY_TABLES_WRITE_SQL =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.baton.orchestrator.store..",
              // why: boards move as the rows that they are
              "dev.baton.orchestrator.transfer",
              "dev.baton.orchestrator.vibekanban")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.baton.orchestrator.store.sql");

  @ArchTest
  static void every_package_is_null_marked(JavaClasses classes) {
    assertThat(classes.getPackage("dev.baton").getSubpackagesInTree())
        .filteredOn(pkg -> !pkg.getClasses().isEmpty())
        .filteredOn(pkg -> !pkg.isAnnotatedWith(NullMarked.class))
        .extracting(JavaPackage::getName)
        .isEmpty();
  }

  @ArchTest
  static void the_classes_of_all_modules_are_looked_at(JavaClasses classes) {
    assertThat(
            List.of(
                "task",
                "task.jdbc",
                "database",
                "workflow",
                "adapter.sdk",
                "mcp.server",
                "mcp.transport",
                "orchestrator",
                "orchestrator.store",
                "examples",
                "app"))
        .allSatisfy(
            name -> assertThat(classes.getPackage("dev.baton." + name).getClasses()).isNotEmpty());
  }

  @Test
  void no_file_is_longer_than_the_limit() throws IOException {
    var root = Repository.root();
    var tooLong = new TreeMap<String, Long>();
    try (var files = Files.walk(root)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !root.relativize(file).toString().contains("target/"))
          .forEach(
              file -> {
                var name = root.relativize(file).toString();
                if (lines(file) > RATCHET.getOrDefault(name, MAX_LINES)) {
                  tooLong.put(name, lines(file));
                }
              });
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void the_mcp_library_does_not_speak_of_the_program() throws IOException {
    var product =
        Pattern.compile("\"[^\"\\n]*(\\bbaton (serve|status|token|mcp|doctor)\\b|/api\\b)");
    var root = Repository.root();
    try (var files = Files.walk(root.resolve("mcp/src/main/java"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(product));
    }
  }

  /** The types of the program with a file of their own, by package. */
  private static Map<String, List<String>> mainTypes() throws IOException {
    var root = Repository.root();
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
          .filter(file -> file.contains("/src/main/java/") && !file.startsWith("bench/"))
          .map(file -> file.substring(file.indexOf("/src/main/java/") + 15))
          .collect(
              Collectors.groupingBy(
                  file -> file.substring(0, file.lastIndexOf('/')).replace('/', '.'),
                  TreeMap::new,
                  Collectors.mapping(
                      file -> file.substring(file.lastIndexOf('/') + 1, file.length() - 5),
                      Collectors.toList())));
    }
  }

  @Test
  void no_two_types_have_the_same_name() throws IOException {
    assertThat(mainTypes().values().stream().flatMap(List::stream).toList())
        .hasSizeGreaterThan(500)
        .doesNotHaveDuplicates();
  }

  @Test
  void no_package_is_larger_than_a_reader_can_oversee() throws IOException {
    assertThat(mainTypes())
        .allSatisfy(
            (name, types) ->
                assertThat(types)
                    .as(name)
                    .hasSizeLessThanOrEqualTo(LARGE_PACKAGES.getOrDefault(name, MAX_FILES)));
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nodes of the last version go on while a new one has migrated; an index is nobody's to miss. */
  @Test
  void migrations_only_add() throws IOException {
    var taking = Pattern.compile("(?i)\\bdrop\\s+(?!index\\b)|\\brename\\b|\\balter\\s+column\\b");
    for (var folder : MIGRATIONS) {
      try (var files = Files.list(Repository.root().resolve(folder))) {
        assertThat(files)
            .isNotEmpty()
            .filteredOn(file -> !BEFORE_THE_RULE.contains(file.getFileName().toString()))
            .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(taking));
      }
    }
  }
}
