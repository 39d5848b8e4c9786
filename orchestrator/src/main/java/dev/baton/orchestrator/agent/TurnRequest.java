package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.image.TurnImages;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * One turn of a conversation with an agent.
 *
 * @param workspace where the agent works, an absolute path
 * @param privateDirectory exists for this turn only, outside the workspace; files with secrets go
 *     there
 * @param earlierSession the agent's own id of the conversation to continue
 * @param images what the agent is shown with the prompt
 */
public record TurnRequest(
    UUID attemptId,
    String prompt,
    Path workspace,
    Path privateDirectory,
    AgentVariant variant,
    Optional<String> earlierSession,
    Optional<McpAccess> mcp,
    RepositoryTrust trust,
    TurnImages images) {
  /** A first turn in the default variant, without access to this server. */
  public static TurnRequest of(
      UUID attemptId, String prompt, Path workspace, Path privateDirectory) {
    return new TurnRequest(
        attemptId,
        prompt,
        workspace,
        privateDirectory,
        AgentVariant.of(TurnMode.DEFAULT),
        Optional.empty(),
        Optional.empty(),
        RepositoryTrust.NONE,
        TurnImages.NONE);
  }

  public TurnRequest withVariant(AgentVariant value) {
    return new TurnRequest(
        attemptId, prompt, workspace, privateDirectory, value, earlierSession, mcp, trust, images);
  }

  public TurnRequest withEarlierSession(String agentSessionId) {
    return new TurnRequest(
        attemptId,
        prompt,
        workspace,
        privateDirectory,
        variant,
        Optional.of(agentSessionId),
        mcp,
        trust,
        images);
  }

  TurnRequest withMcp(McpAccess value) {
    return new TurnRequest(
        attemptId,
        prompt,
        workspace,
        privateDirectory,
        variant,
        earlierSession,
        Optional.of(value),
        trust,
        images);
  }

  public TurnRequest withTrust(RepositoryTrust value) {
    return new TurnRequest(
        attemptId,
        prompt,
        workspace,
        privateDirectory,
        variant,
        earlierSession,
        mcp,
        value,
        images);
  }

  /** The same with a prompt that says where these images are. */
  public TurnRequest naming(TurnImages values) {
    return new TurnRequest(
        attemptId,
        values.under(prompt),
        workspace,
        privateDirectory,
        variant,
        earlierSession,
        mcp,
        trust,
        images);
  }

  /** The conversation that this turn continues; empty in a variant that starts afresh. */
  public Optional<String> resumes() {
    return variant.mode() == TurnMode.NO_CONTEXT ? Optional.empty() : earlierSession;
  }

  /** True if it continues in a copy of that conversation. */
  public boolean forks() {
    return variant.mode() == TurnMode.FORK && resumes().isPresent();
  }
}
