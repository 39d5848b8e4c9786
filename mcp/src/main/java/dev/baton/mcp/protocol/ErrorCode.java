package dev.baton.mcp.protocol;

/** The error codes that this server sends; the last four exist in one era only. */
public final class ErrorCode {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /** Older era: an unknown resource. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** Newer era: a header is missing or says something else than the body. */
  public static final int HEADER_MISMATCH = -32020;

  /** Newer era: the client did not declare a capability that the request needs. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** Newer era: a protocol version that is not served here. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  private ErrorCode() {}
}
