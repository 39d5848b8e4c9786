package dev.baton.app.verb;

import dev.baton.app.verb.view.Terminal;
import java.util.function.Supplier;

/**
 * What all verbs share.
 *
 * @param wording made from all operations, which takes time, and most verbs never need it
 */
record VerbContext(Server server, Supplier<CommandLineWording> wording, Terminal terminal) {}
