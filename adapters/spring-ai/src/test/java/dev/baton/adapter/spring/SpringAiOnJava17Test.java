package dev.baton.adapter.spring;

import dev.baton.adapter.sdk.Jdks;
import java.io.IOException;
import java.nio.file.Path;

/** A server of Spring AI on Java 17. */
class SpringAiOnJava17Test extends SpringAiContract {
  @Override
  protected Path jdk() throws IOException {
    return Jdks.seventeenOrSkip();
  }

  @Override
  protected int java() {
    return 17;
  }
}
