package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import java.util.List;

/** What all verbs share. */
record Surroundings(
    Server server, List<Operation> operations, Wording wording, Terminal terminal) {}
