package dev.baton.mcp.transport;

import dev.baton.mcp.request.Permit;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks who comes in: a request must name this server as its host, must not come from a foreign
 * page, and must bring a token. The first two keep out web sites that have their name point at this
 * machine.
 */
final class Door {
  private static final String BEARER = "bearer ";
  private static final String TOKEN = "token";
  private static final String COOKIE_RULES = "Path=/; HttpOnly; SameSite=Strict";
  private static final String NO_TOKEN =
      "A valid token is needed: send 'Authorization: Bearer TOKEN'";
  private static final String PAGE = "to";

  /** Where a link may lead: a page of this server, never another one, and nothing to escape. */
  private static final Pattern OWN_PAGE = Pattern.compile("(/[A-Za-z0-9_-]+)+");

  static final String OWN_HEADER = "X-Baton";
  private static final String NO_OWN_HEADER =
      "What a browser's session changes needs the header '%s', and a page of this server"
          .formatted(OWN_HEADER);
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");

  private final Access access;
  private final BrowserSessions sessions;
  private final IntSupplier port;
  private final boolean isLoopback;
  private final String boundHost;
  private final String machine;
  private final Optional<URI> publicAddress;

  /**
   * A door.
   *
   * @param port at which the server listens; browsers send a cookie to every port of a machine, so
   *     its name tells servers apart
   * @param publicAddress what a proxy before the server is called
   */
  Door(
      String boundHost,
      Access access,
      BrowserSessions sessions,
      IntSupplier port,
      Optional<URI> publicAddress) {
    this.publicAddress = publicAddress;
    this.sessions = sessions;
    this.port = port;
    this.boundHost = boundHost.toLowerCase(Locale.ROOT);
    this.isLoopback = isLoopback(boundHost);
    this.access = access;
    this.machine = isLoopback ? "" : nameOfThisMachine();
    if (access instanceof Access.Open && !isLoopback) {
      throw new IllegalArgumentException(
          "Without a token the server binds to loopback only, not to '%s'".formatted(boundHost));
    }
  }

  private static String nameOfThisMachine() {
    try {
      return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("'%s' is no address of this machine".formatted(host), e);
    }
  }

  /** True if the host, and the page if there is one, are ours. */
  boolean admits(HttpExchange exchange) {
    var host = exchange.header("Host").map(Door::withoutPort).orElse("");
    // why: a foreign name can point here, an address written out cannot be taken over
    var isOurHost = isOurs(host) || (!isLoopback && ADDRESS.matcher(host).matches());
    return isOurHost
        && exchange.headers("Host").size() == 1
        && (exchange.header("Origin").isEmpty()
            || exchange.headers("Origin").stream()
                .map(Door::hostOf)
                .allMatch(page -> isOurs(page) || page.equals(host)));
  }

  private boolean isOurs(String host) {
    return LOOPBACK_NAMES.contains(host)
        || host.equals(boundHost)
        || (!isLoopback && host.equals(machine))
        || isPublic(host);
  }

  private boolean isPublic(String host) {
    return publicAddress.map(URI::getHost).filter(host::equalsIgnoreCase).isPresent();
  }

  /** What a browser may do with the cookie; it goes over TLS only if it came so. */
  private String cookieRules(HttpExchange exchange) {
    var isOverTls =
        publicAddress.map(URI::getScheme).filter("https"::equals).isPresent()
            && isPublic(exchange.header("Host").map(Door::withoutPort).orElse(""));
    return isOverTls ? COOKIE_RULES + "; Secure" : COOKIE_RULES;
  }

  private static String withoutPort(String host) {
    var colon = host.lastIndexOf(':');
    var hasPort = colon >= 0 && isNumber(host, colon + 1);
    return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
  }

  private static boolean isNumber(String text, int start) {
    for (var i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static String hostOf(String origin) {
    try {
      var host = URI.create(origin).getHost();
      return host == null ? "" : host.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** True for the link with which a browser comes in for the first time. */
  boolean isLink(HttpExchange exchange) {
    return exchange.method().equals("GET")
        && exchange.path().equals("/")
        && exchange.parameter(TOKEN).isPresent();
  }

  /** Opens a session for the token of the link; its cookie is of no use to scripts and sites. */
  void openLink(HttpExchange exchange) throws IOException {
    var token = exchange.parameter(TOKEN).orElse("");
    if (access instanceof Access.Tokens tokens && tokens.ownerOf(token).isEmpty()) {
      HttpErrors.respond(exchange, 401, exchange.refusals().invalidLink());
      return;
    }
    // why the same: other tabs of this browser have forms of the session that it has
    var session =
        findCookie(exchange)
            .filter(id -> sessions.findToken(id).equals(Optional.of(token)))
            .orElseGet(() -> sessions.open(token));
    var cookie = "%s=%s; %s".formatted(cookieName(), session, cookieRules(exchange));
    var page = pageAfter(exchange);
    if (isFromElsewhere(exchange)) {
      exchange.respond(
          200,
          Map.of(
              "Set-Cookie",
              cookie,
              "Cache-Control",
              "no-store",
              "Content-Type",
              "text/html; charset=utf-8"),
          sendingOn(page));
    } else {
      exchange.respond(
          303,
          Map.of("Location", page, "Set-Cookie", cookie, "Cache-Control", "no-store"),
          new byte[0]);
    }
  }

  /** Where somebody wants to go who has come in: what they asked to see, and never elsewhere. */
  static String pageAfter(HttpExchange exchange) {
    if (!exchange.isReading()) {
      return "/";
    }
    var page =
        exchange.path().equals("/") ? exchange.parameter(PAGE) : Optional.of(exchange.path());
    return page.filter(OWN_PAGE.asMatchPredicate()).orElse("/");
  }

  private static byte[] sendingOn(String page) {
    return """
    <!doctype html>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0;url=%1$s">
    <title>Baton</title>
    <p><a href="%1$s">Open the board</a></p>
    """
        .formatted(page)
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * True if a page of another site has the link, or a file: then the browser would not send the
   * cookie where it is sent on to, but does from a page of ours.
   */
  private static boolean isFromElsewhere(HttpExchange exchange) {
    return exchange
        .header("Sec-Fetch-Site")
        .filter(Set.of("cross-site", "same-site")::contains)
        .isPresent();
  }

  /** True for a browser that ends its session. */
  boolean isLeaving(HttpExchange exchange) {
    return exchange.method().equals("POST") && exchange.path().equals("/logout");
  }

  /** Ends the session of a browser that was let in. */
  void leave(HttpExchange exchange) throws IOException {
    findCookie(exchange).ifPresent(sessions::end);
    exchange.respond(
        204,
        Map.of("Set-Cookie", "%s=; Max-Age=0; %s".formatted(cookieName(), cookieRules(exchange))),
        new byte[0]);
  }

  private String cookieName() {
    return "baton_session_" + port.getAsInt();
  }

  /** Lets a request in; empty if it brings no token that is valid. */
  Optional<Admission> admit(HttpExchange exchange, Route.Guard guard) {
    if (guard == Route.Guard.NONE) {
      return Optional.of(new Admission(this, exchange, TaskOwner.LOCAL, Permit.LASTING));
    }
    return switch (access) {
      case Access.Open() ->
          Optional.of(new Admission(this, exchange, TaskOwner.LOCAL, Permit.LASTING));
      case Access.Tokens tokens -> {
        var credential = credential(exchange, guard);
        yield credential
            .get()
            .flatMap(tokens::ownerOf)
            .map(owner -> new Admission(this, exchange, owner, permit(credential, owner, tokens)));
      }
    };
  }

  /** The token that a request brings, also when the request is long gone. */
  private Supplier<Optional<String>> credential(HttpExchange exchange, Route.Guard guard) {
    var bearer = bearer(exchange);
    if (bearer.isPresent() || !mayComeByCookie(exchange, guard)) {
      return () -> bearer;
    }
    var cookie = findCookie(exchange);
    return () -> cookie.flatMap(sessions::findToken);
  }

  /** Good for as long as the token is that owner's. */
  private static Permit permit(
      Supplier<Optional<String>> credential, TaskOwner owner, Access.Tokens tokens) {
    return () -> {
      var token = credential.get();
      return token.flatMap(tokens::ownerOf).filter(owner::equals).isPresent()
          ? Optional.empty()
          : token.flatMap(tokens::findRefusal).or(() -> Optional.of(NO_TOKEN));
    };
  }

  /** What is said to a request that is not let in. */
  String refusal(HttpExchange exchange) {
    if (bearer(exchange).isEmpty()
        && findCookie(exchange).flatMap(sessions::findToken).isPresent()) {
      return NO_OWN_HEADER;
    }
    return access instanceof Access.Tokens tokens
        ? bearer(exchange).flatMap(tokens::findRefusal).orElse(NO_TOKEN)
        : NO_TOKEN;
  }

  private static Optional<String> bearer(HttpExchange exchange) {
    return exchange
        .header("Authorization")
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  /**
   * True if a browser's session counts; for what changes something only with a header that no form
   * can send. Another port of this machine is another site, although browsers send it the cookie.
   */
  private static boolean mayComeByCookie(HttpExchange exchange, Route.Guard guard) {
    var mayCome =
        exchange.isReading()
            || guard == Route.Guard.FORM
            || exchange.header(OWN_HEADER).isPresent();
    return mayCome && isOfOwnPage(exchange);
  }

  /**
   * The token that forms of this browser's session must send; empty if the caller has an access
   * token.
   */
  Optional<String> findFormToken(HttpExchange exchange) {
    return bearer(exchange).isPresent()
        ? Optional.empty()
        : findCookie(exchange)
            .filter(id -> sessions.findToken(id).isPresent())
            .map(BrowserSessions::formToken);
  }

  private static boolean isOfOwnPage(HttpExchange exchange) {
    var host = exchange.header("Host").orElse("");
    return exchange.headers("Origin").stream()
        .map(origin -> origin.substring(origin.indexOf("//") + 2))
        .allMatch(host::equalsIgnoreCase);
  }

  private Optional<String> findCookie(HttpExchange exchange) {
    var start = cookieName() + "=";
    return exchange.headers("Cookie").stream()
        .flatMap(line -> Stream.of(line.split(";", -1)))
        .map(String::strip)
        .filter(pair -> pair.startsWith(start))
        .map(pair -> pair.substring(start.length()))
        .findFirst();
  }
}
