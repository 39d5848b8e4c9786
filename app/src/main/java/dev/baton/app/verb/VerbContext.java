package dev.baton.app.verb;

import dev.baton.app.verb.view.Terminal;
import dev.baton.orchestrator.tools.Operation;
import java.util.List;

/** What all verbs share. */
record VerbContext(
    Server server, List<Operation> operations, CommandLineWording wording, Terminal terminal) {}
