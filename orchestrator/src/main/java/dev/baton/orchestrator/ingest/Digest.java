package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.UsageReport;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What some output of a program means for the store. Filled by the reading that made it; what was
 * remembered is answered in it before it is stored.
 */
final class Digest {
  final List<NewEntry> raw = new ArrayList<>();
  final List<NewEntry> normalized = new ArrayList<>();
  final List<SessionMessage> messages = new ArrayList<>();
  final List<AgentOutput.ApprovalRequested> approvals = new ArrayList<>();

  /** Questions that need nobody, by their ids, with the earlier ones whose answers they get. */
  final Map<String, Approval> answered = new LinkedHashMap<>();

  final List<String> withdrawnApprovals = new ArrayList<>();
  final List<AgentOutput.Send> sends = new ArrayList<>();
  Optional<String> agentSessionId = Optional.empty();
  final List<String> denied = new ArrayList<>();
  Optional<UsageReport> usage = Optional.empty();
  boolean hasTurnEnded;
}
