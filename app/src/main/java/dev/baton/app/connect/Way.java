package dev.baton.app.connect;

import java.util.List;

/** How a client reaches Baton. */
public sealed interface Way {
  /** The client starts a program and talks to it over standard streams. */
  record Stdio(String program, List<String> arguments) implements Way {
    public Stdio {
      arguments = List.copyOf(arguments);
    }
  }

  /** The client connects to a server that runs. */
  record Http(String url, String token) implements Way {
    /** The value of the header that shows who the client is. */
    String authorization() {
      return "Bearer " + token;
    }
  }
}
