package dev.baton.app.server;

import dev.baton.database.StorageException;
import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.ServerPart;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells models that the database refused a call of a tool that is no operation, such as those of
 * workflow runs; operations tell it themselves.
 */
public final class StorageFailures implements ServerPart {
  private static final Logger LOG = LoggerFactory.getLogger(StorageFailures.class);

  @Override
  public void addTo(ServerInside inside) {
    inside.filterCalls(
        (tool, arguments, context, call) -> {
          try {
            return call.within(context);
          } catch (StorageException e) {
            LOG.warn("The database refused a call of {}", tool.name(), e);
            return ToolResult.failure(failure(tool.name(), e));
          }
        });
  }

  private static ToolFailure failure(String tool, StorageException reason) {
    return new ToolFailure(
        FailureCode.STORAGE_UNAVAILABLE,
        String.valueOf(reason.getMessage()),
        "Call %s again in a few seconds; if it fails again, check that the database runs and has room"
            .formatted(tool));
  }
}
