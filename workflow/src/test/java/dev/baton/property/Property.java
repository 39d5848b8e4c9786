package dev.baton.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that takes a {@link Given} and must pass whatever that gives: first the simplest values,
 * then random ones. A failure names its seed; {@code -Dbaton.seed=} runs that try alone, {@code
 * -Dbaton.tries.factor=} makes more tries, {@code -Dbaton.shrink.seconds=} gives the search for a
 * smaller example more time.
 */
@Test
@ExtendWith(PropertyExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Property {
  /** How many random tries. */
  int tries() default 1000;
}
