package dev.baton.app.docs;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.baton.app.Repository;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the libraries show to others: a type becomes public on purpose, or not at all. */
class PublicTypesTest {
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>baton-\\w+</artifactId>\\s*<version>([^<]+)</version>");

  @Test
  void every_public_type_of_the_libraries_is_in_the_list() throws IOException {
    var types =
        new ClassFileImporter()
                .withImportOption(place -> !place.contains("-tests.jar"))
                .withImportOption(place -> !place.contains("/test-classes/"))
                .importPackages(
                    "dev.baton.workflow",
                    "dev.baton.task",
                    "dev.baton.database",
                    "dev.baton.mcp",
                    "dev.baton.adapter")
                .stream()
                .filter(type -> !type.getPackageName().contains(".internal"))
                .map(JavaClass::reflect)
                .filter(PublicTypesTest::isPublic)
                .map(Class::getCanonicalName)
                .sorted()
                .toList();

    assertThat(types).hasSizeGreaterThan(50);
    GeneratedPage.check("docs/public-types.txt", types.stream().collect(joining("\n", "", "\n")));
  }

  /** Public, and so is all that it is in. */
  private static boolean isPublic(Class<?> type) {
    for (var at = type; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers()) || at.isAnonymousClass() || at.isLocalClass()) {
        return false;
      }
    }
    return true;
  }

  @Test
  void the_list_of_versions_has_the_version_of_the_build() throws IOException {
    assertThat(version("bom/pom.xml")).isEqualTo(version("pom.xml"));
  }

  private static String version(String file) throws IOException {
    var found = VERSION.matcher(Files.readString(Repository.root().resolve(file)));
    assertThat(found.find()).as(file).isTrue();
    return found.group(1);
  }
}
