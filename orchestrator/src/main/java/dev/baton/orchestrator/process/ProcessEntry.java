package dev.baton.orchestrator.process;

/** A process that runs, as the system lists it; one that only waits to be collected does not. */
record ProcessEntry(
    ProcessIdentity identity, long parent, long group, long session, boolean hasTerminal) {
  long pid() {
    return identity.pid();
  }
}
