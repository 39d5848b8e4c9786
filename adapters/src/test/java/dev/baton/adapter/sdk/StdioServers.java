package dev.baton.adapter.sdk;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Starts stock servers in processes of their own, with another SDK or another Java. */
final class StdioServers {
  private static final Path OLDEST = Path.of("target", "oldest-sdk");

  private StdioServers() {}

  /** The classes of this module and the SDK that it is built with. */
  static String newestSdk() {
    return System.getProperty("java.class.path");
  }

  /** The same with the oldest SDK. */
  static String oldestSdk() {
    return Arrays.stream(newestSdk().split(File.pathSeparator, -1))
            .filter(entry -> !isSdk(entry))
            .collect(Collectors.joining(File.pathSeparator))
        + File.pathSeparator
        + OLDEST.toAbsolutePath()
        + File.separator
        + "*";
  }

  private static boolean isSdk(String entry) {
    return Path.of(entry).getFileName().toString().matches("mcp(-core|-json-jackson3)?-2\\..*jar");
  }

  static McpClientTransport start(Path jdk, String classpath) {
    return new StdioClientTransport(
        ServerParameters.builder(jdk.resolve("bin/java").toString())
            .args(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classpath,
                StockServer.class.getName())
            .build(),
        McpJsonDefaults.getMapper());
  }
}
