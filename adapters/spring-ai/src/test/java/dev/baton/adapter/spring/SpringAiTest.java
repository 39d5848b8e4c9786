package dev.baton.adapter.spring;

import dev.baton.adapter.sdk.Jdks;
import java.nio.file.Path;

/** A server of Spring AI on the Java that runs the tests. */
class SpringAiTest extends SpringAiContract {
  @Override
  protected Path jdk() {
    return Jdks.current();
  }

  @Override
  protected int java() {
    return Runtime.version().feature();
  }
}
