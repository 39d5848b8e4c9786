package dev.baton.mcp.internal.era;

/** Keys of {@code _meta} that the protocol defines, and the name of its tasks extension. */
public final class Meta {
  public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
  public static final String RELATED_TASK = "io.modelcontextprotocol/related-task";
  public static final String PROGRESS_TOKEN = "progressToken";

  /** The tasks extension of the newer era. */
  public static final String TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

  private Meta() {}
}
