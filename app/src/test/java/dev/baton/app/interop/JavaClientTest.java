package dev.baton.app.interop;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The official Java SDK's client over each transport. */
@Tag("slow")
class JavaClientTest {
  @Nested
  class OverHttp extends JavaClientContract {
    OverHttp(@TempDir Path data) throws IOException {
      super(FixtureServer.Way.HTTP, data);
    }
  }

  @Nested
  class OverHttpWithToken extends JavaClientContract {
    OverHttpWithToken(@TempDir Path data) throws IOException {
      super(FixtureServer.Way.HTTP_WITH_TOKEN, data);
    }
  }

  @Nested
  class OverStdio extends JavaClientContract {
    OverStdio(@TempDir Path data) throws IOException {
      super(FixtureServer.Way.STDIO, data);
    }
  }
}
