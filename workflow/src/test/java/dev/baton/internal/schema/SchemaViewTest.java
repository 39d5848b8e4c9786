package dev.baton.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class SchemaViewTest {
  private static SchemaView view(String schema) {
    return SchemaView.root(JsonMapper.shared().readTree(schema.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type': 'string'}                                          | string
          {'type': 'number'}                                          | number
          {'type': ['integer', 'null']}                               | integer or null
          {'enum': ['a', 1, null]}                                    | string or number or null
          {'const': true}                                             | boolean
          {'anyOf': [{'type': 'string'}, {'type': 'array'}]}          | string or array
          {'oneOf': [{'type': 'object'}, {'enum': [1]}]}              | number or object
          {'allOf': [{'type': ['string', 'null']}, {'enum': ['a']}]}  | string
          {'allOf': [{'type': 'number'}, {'type': 'integer'}]}        | integer
          {'$ref': '#/$defs/A', '$defs': {'A': {'type': 'array'}}}    | array
          """)
  void types_are_what_the_schema_admits(String schema, String types) {
    assertThat(view(schema).types()).hasToString(types);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}
          {'type': 'strange'}
          {'type': 7}
          {'$ref': '#'}
          {'$ref': '#/nowhere'}
          {'$ref': 'https://example.com/other'}
          {'anyOf': [{'$ref': '#'}, {'$ref': '#'}, {'$ref': '#'}]}
          {'allOf': [{'type': 'string'}, {'type': 'object'}]}
          """)
  void what_cannot_be_known_may_be_anything(String schema) {
    assertThat(view(schema).types()).isEqualTo(JsonTypes.ANY);
    assertThat(view(schema).lacks("field")).isFalse();
    assertThat(view(schema).child("field").types()).isEqualTo(JsonTypes.ANY);
  }

  @Test
  void a_recursive_schema_is_followed_as_far_as_the_path_goes() {
    var tree =
        view(
            """
            {'$ref': '#/$defs/Tree', '$defs': {'Tree': {'type': 'object', 'properties': {
              'name': {'type': 'string'},
              'children': {'type': 'array', 'items': {'$ref': '#/$defs/Tree'}}}}}}""");
    var deep = tree.child("children").child("0").child("children").child("7");

    assertThat(deep.child("name").types()).hasToString("string");
    assertThat(deep.lacks("title")).isTrue();
    assertThat(deep.fieldNames()).containsExactly("name", "children");
    assertThat(tree.child("children").lacks("first")).isTrue();
  }

  @Test
  void types_may_fit_if_some_value_is_of_both() {
    assertThat(JsonTypes.named("integer").mayFit(JsonTypes.named("number"))).isTrue();
    assertThat(JsonTypes.named("number").mayFit(JsonTypes.named("integer"))).isTrue();
    assertThat(JsonTypes.named("string").mayFit(JsonTypes.named("number"))).isFalse();
    assertThat(JsonTypes.named("string").mayFit(JsonTypes.ANY)).isTrue();
  }
}
