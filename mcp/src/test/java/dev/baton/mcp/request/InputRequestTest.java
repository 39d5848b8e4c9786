package dev.baton.mcp.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputRequestTest {
  private static final InputRequest FORM =
      new InputRequest.Elicit(
          "form",
          "Please fill in",
          Json.parseObject(
              """
              {"type": "object",
               "properties": {
                 "name": {"type": "string"},
                 "age": {"type": "integer"},
                 "fast": {"type": "boolean"},
                 "color": {"type": "string", "enum": ["red", "blue"]},
                 "days": {"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}}},
               "required": ["name"]}
              """));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'action': 'accept', 'content': {'name': 'Ada'}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'age': 36.0, 'fast': true}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'color': 'red', 'days': ['mon']}}",
        "{'action': 'decline'}",
        "{'action': 'cancel', 'content': {}}"
      })
  void an_answer_that_fits_the_form_is_taken(String answer) {
    assertThat(FORM.isAnsweredBy(Json.parseObject(answer.replace('\'', '"')))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'action': 'perhaps'}",
        "{'action': 'accept'}",
        "{'action': 'accept', 'content': {}}",
        "{'action': 'accept', 'content': {'name': {'x': [1]}}}",
        "{'action': 'accept', 'content': {'name': null}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'age': 36.5}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'fast': 'yes'}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'color': 'green'}}",
        "{'action': 'accept', 'content': {'name': 'Ada', 'days': ['sun']}}"
      })
  void an_answer_that_the_form_could_not_give_is_not_taken(String answer) {
    assertThat(FORM.isAnsweredBy(Json.parseObject(answer.replace('\'', '"')))).isFalse();
  }
}
