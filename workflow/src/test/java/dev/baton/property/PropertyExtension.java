package dev.baton.property;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.ReflectionSupport;

/** Calls the method of a property once for each try. */
final class PropertyExtension implements InvocationInterceptor, ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Given.class;
  }

  @Override
  public Given resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return Given.replayed(List.of());
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    var method = call.getExecutable();
    var test = context.getRequiredTestInstance();
    new Trial(given -> ReflectionSupport.invokeMethod(method, test, given))
        .run(method.getAnnotation(Property.class).tries());
  }
}
