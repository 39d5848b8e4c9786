package dev.baton.examples.conformance;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import java.util.List;

/** Tools that answer a record. The suite has none; real clients check the answer's schema. */
final class StructuredTools {
  record Division(
      @Description("What is divided") int dividend, @Description("By what") int divisor) {}

  record Quotient(
      @Description("How often it goes in") int quotient,
      @Description("What is left") int remainder) {}

  private StructuredTools() {}

  static List<Tool<?, ?>> all() {
    return List.of(
        Tool.named("test_structured_content", Division.class, Quotient.class)
            .description("Divides, and fails with the next step when asked to divide by zero")
            .readOnly()
            .handler((input, context) -> divide(input)));
  }

  private static Quotient divide(Division input) {
    if (input.divisor() == 0) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "Nothing can be divided by zero",
          "Call test_structured_content again with another divisor");
    }
    return new Quotient(input.dividend() / input.divisor(), input.dividend() % input.divisor());
  }
}
