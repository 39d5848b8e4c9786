package dev.baton.workflow.internal;

import dev.baton.internal.schema.WireNames;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds out which component of which record a method reference means. */
public final class ComponentName {
  private ComponentName() {}

  /** The component's name on the wire. */
  public static String of(Serializable reference) {
    var lambda = serialized(reference);
    if (lambda.getImplMethodName().startsWith("lambda$")) {
      throw new IllegalArgumentException(
          "A lambda has no name, so it cannot say which component it means;"
              + " use a method reference such as Deploy::region");
    }
    return WireNames.of(component(lambda, owner(reference, lambda)));
  }

  private static SerializedLambda serialized(Serializable reference) {
    try {
      var replace = reference.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      if (replace.invoke(reference) instanceof SerializedLambda lambda) {
        return lambda;
      }
      throw noReference(reference, null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw noReference(reference, e);
    }
  }

  private static IllegalArgumentException noReference(
      Serializable reference, @Nullable Exception cause) {
    return new IllegalArgumentException(
        ("%s is no method reference that can be looked into; use one such as Deploy::region,"
                + " and if it is in a named module, open its package to this library")
            .formatted(reference.getClass().getName()),
        cause);
  }

  private static Class<?> owner(Serializable reference, SerializedLambda lambda) {
    var name = lambda.getImplClass().replace('/', '.');
    try {
      return Class.forName(name, false, reference.getClass().getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "Cannot load %s, which has the component".formatted(name), e);
    }
  }

  private static RecordComponent component(SerializedLambda lambda, Class<?> owner) {
    var name = lambda.getImplMethodName();
    if (!owner.isRecord()) {
      throw new IllegalArgumentException(
          "%s::%s is no component of a record; %s is no record"
              .formatted(owner.getSimpleName(), name, owner.getSimpleName()));
    }
    return Arrays.stream(owner.getRecordComponents())
        .filter(it -> it.getName().equals(name))
        .filter(it -> lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeVirtual)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s::%s is no component of the record %s; available: %s"
                        .formatted(
                            owner.getSimpleName(), name, owner.getSimpleName(), names(owner))));
  }

  private static String names(Class<?> owner) {
    return Arrays.stream(owner.getRecordComponents())
        .map(RecordComponent::getName)
        .collect(Collectors.joining(", "));
  }
}
