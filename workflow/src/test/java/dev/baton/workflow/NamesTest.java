package dev.baton.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ResourceUri;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.ToolHandle;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  static Stream<Arguments> kinds() {
    return Stream.of(
        kind("A step name", StepName::new),
        kind("A binding name", BindingName::new),
        kind("An argument name", ArgName::new),
        kind("A tool name", ToolHandle::named),
        kind("A resource URI", ResourceUri::new),
        kind("A resource URI", ResourceHandle::of));
  }

  private static Arguments kind(String what, Function<String, Object> make) {
    return Arguments.of(what, make);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_blank_name_is_refused(String what, Function<String, Object> make) {
    assertThatThrownBy(() -> make.apply(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s is not blank, got ''", what);
    assertThatThrownBy(() -> make.apply(" \t")).hasMessage("%s is not blank, got ' \\u0009'", what);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_name_with_a_control_character_is_refused(String what, Function<String, Object> make) {
    assertThatThrownBy(() -> make.apply("file://a\nb\u0085"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s has no control characters, got 'file://a\\u000ab\\u0085'", what);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void a_name_is_a_value_that_prints_as_itself(String what, Function<String, Object> make) {
    String value = "file://Zürich 🚀/{project}";

    assertThat(make.apply(value)).as(what).hasToString(value);
    assertThat(make.apply(value)).isEqualTo(make.apply(value)).hasSameHashCodeAs(make.apply(value));
    assertThat(make.apply(value)).isNotEqualTo(make.apply("file://other"));
  }

  @Test
  void names_of_different_kinds_are_never_equal() {
    assertThat((Object) new StepName("a")).isNotEqualTo(new BindingName("a"));
    assertThat((Object) new BindingName("a")).isNotEqualTo(new ArgName("a"));
    assertThat((Object) ToolHandle.named("file://a")).isNotEqualTo(ResourceHandle.of("file://a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a", "guide.md", "resource:/a", "Resource://a", " file://a"})
  void a_resource_uri_of_another_scheme_is_refused_and_told_which_to_use(String uri) {
    assertThatThrownBy(() -> new ResourceUri(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A resource URI starts with resource:// or file://, got '%s'", uri);
  }

  @Test
  void tool_handles_are_equal_by_name_whatever_their_types() {
    ToolHandle<Integer, String> typed = ToolHandle.named("deploy");
    ToolHandle<Void, Void> other = ToolHandle.named("deploy");

    assertThat((Object) typed).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(typed.name()).isEqualTo("deploy");
  }

  @Test
  void resource_handles_are_equal_by_uri() {
    var uri = new ResourceUri("resource://guide");

    assertThat(ResourceHandle.of(uri)).isEqualTo(ResourceHandle.of("resource://guide"));
    assertThat(ResourceHandle.of(uri).uri()).isEqualTo(uri);
  }
}
