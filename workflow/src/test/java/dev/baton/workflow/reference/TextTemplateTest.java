package dev.baton.workflow.reference;

import static dev.baton.property.Values.texts;
import static dev.baton.property.Values.textsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Given;
import dev.baton.property.Property;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTemplateTest {
  private static String filled(String template, Map<String, String> values) {
    return new TextTemplate(template).fill(name -> values.getOrDefault(name, "?"));
  }

  @Test
  void variables_are_replaced_and_listed() {
    var template = "Add {task} to {project}, {task} now";

    assertThat(filled(template, Map.of("task", "x", "project", "{task}")))
        .isEqualTo("Add x to {task}, x now");
    assertThat(new TextTemplate(template).variables()).containsExactly("task", "project");
  }

  @Test
  void braces_that_name_nothing_stay() {
    assertThat(filled("{\"a\": 1} {} { x } {a b} {", Map.of()))
        .isEqualTo("{\"a\": 1} {} { x } {a b} {");
    assertThat(filled("{{x} {{{x} {{{{", Map.of("x", "1"))).isEqualTo("{x} {1 {{");
  }

  @Test
  void what_begins_with_a_known_name_and_is_no_variable_is_misspelt() {
    var template =
        new TextTemplate(
            "{made.labels[0]} {arg 2} {made.id} {{made[0]} {maker[0]} {\"made\": 1} {}");

    assertThat(template.misspelt(List.of("made", "arg 2")))
        .containsExactly("made.labels[0]", "arg 2");
    assertThat(new TextTemplate("{made[0]").misspelt(List.of("made"))).isEmpty();
  }

  @Property
  void text_with_doubled_braces_is_literal(Given given) {
    var text = given.any(texts());
    var template = new TextTemplate(text.replace("{", "{{"));

    assertThat(template.variables()).isEmpty();
    assertThat(template.fill(name -> "?")).isEqualTo(text);
  }

  @Property
  void a_template_is_filled_part_by_part(Given given) {
    var parts = given.any(textsOf("ab{} .\n", 0, 6).list(0, 7));
    var template = new StringBuilder();
    var expected = new StringBuilder();
    for (var i = 0; i < parts.size(); i++) {
      var variable = i % 2 == 1;
      template.append(variable ? "{v" + i + "}" : parts.get(i).replace("{", "{{"));
      expected.append(variable ? "<v" + i + ">" : parts.get(i));
    }

    assertThat(new TextTemplate(template.toString()).fill("<%s>"::formatted))
        .isEqualTo(expected.toString());
    assertThat(new TextTemplate(template.toString()).variables()).hasSize(parts.size() / 2);
  }
}
