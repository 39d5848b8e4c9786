package dev.baton.orchestrator.notice;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * One request to a webhook, of whose answer only the status is read. A client of its own, because
 * it has to connect to the very address that was checked: a name can mean another one a moment
 * later. Used once.
 */
final class WebhookPost {
  /** Says which addresses a name has at the moment. */
  @FunctionalInterface
  interface Lookup {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private static final int LONGEST_STATUS = 1024;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: .*)?");

  private final URI url;
  private final Map<String, String> headers;
  private final byte[] body;
  private final Set<String> privateHosts;
  private final Duration limit;
  private final Lookup lookup;

  WebhookPost(
      URI url, Map<String, String> headers, byte[] body, Set<String> privateHosts, Duration limit) {
    this(url, headers, body, privateHosts, limit, InetAddress::getAllByName);
  }

  WebhookPost(
      URI url,
      Map<String, String> headers,
      byte[] body,
      Set<String> privateHosts,
      Duration limit,
      Lookup lookup) {
    this.lookup = lookup;
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.privateHosts = privateHosts;
    this.limit = limit;
  }

  /** The status of the answer. */
  int status() throws IOException, InterruptedException {
    var isLate = new AtomicBoolean();
    try (var socket = new Socket(Proxy.NO_PROXY)) {
      var watch = Thread.ofVirtual().start(() -> closeLate(socket, isLate));
      try {
        return talk(socket);
      } catch (IOException e) {
        // why: the socket of a virtual thread is closed when the thread is interrupted
        if (Thread.interrupted()) {
          throw new InterruptedException("Interrupted while a notice was sent");
        }
        throw isLate.get()
            ? new IOException("no answer within %d s".formatted(limit.toSeconds()), e)
            : e;
      } finally {
        watch.interrupt();
      }
    }
  }

  /**
   * Closes the connection when time is up. A limit for reads alone would never end a receiver that
   * sends a byte now and then.
   */
  private void closeLate(Socket socket, AtomicBoolean isLate) {
    try {
      TimeUnit.NANOSECONDS.sleep(limit.toNanos());
      isLate.set(true);
      socket.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // why: it is closed all the same
      isLate.set(true);
    }
  }

  private int talk(Socket socket) throws IOException {
    socket.connect(new InetSocketAddress(address(), port()), (int) limit.toMillis());
    var connection = isSecure() ? secured(socket) : socket;
    var output = new BufferedOutputStream(connection.getOutputStream());
    output.write(head().getBytes(StandardCharsets.ISO_8859_1));
    output.write(body);
    output.flush();
    return readStatus(connection.getInputStream());
  }

  private boolean isSecure() {
    return url.getScheme().equalsIgnoreCase("https");
  }

  private int port() {
    return url.getPort() >= 0 ? url.getPort() : isSecure() ? 443 : 80;
  }

  /** The host without the brackets of an address. */
  static String host(URI url) {
    var host = url.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private InetAddress address() throws IOException {
    var host = host(url);
    InetAddress[] addresses;
    try {
      addresses = lookup.addresses(host);
    } catch (UnknownHostException e) {
      throw new IOException("there is no host '%s'".formatted(host), e);
    }
    if (privateHosts.contains(host.toLowerCase(Locale.ROOT))) {
      return addresses[0];
    }
    for (var address : addresses) {
      // why all: a name with one address inside and one outside is up to something
      if (InnerAddresses.has(address)) {
        throw new IOException(
            "%s is %s, inside this machine or a private network; name it in private_hosts to allow it"
                .formatted(host, address.getHostAddress()));
      }
    }
    return addresses[0];
  }

  private SSLSocket secured(Socket socket) throws IOException {
    var secured =
        (SSLSocket) context().getSocketFactory().createSocket(socket, host(url), port(), true);
    var parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static SSLContext context() throws IOException {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this machine cannot speak TLS", e);
    }
  }

  private String head() {
    var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    var head = new StringBuilder();
    head.append("POST ").append(path);
    if (url.getRawQuery() != null) {
      head.append('?').append(url.getRawQuery());
    }
    head.append(" HTTP/1.1\r\nHost: ").append(url.getRawAuthority());
    head.append("\r\nUser-Agent: baton\r\nContent-Type: application/json\r\nConnection: close");
    head.append("\r\nContent-Length: ").append(body.length);
    headers.forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    return head.append("\r\n\r\n").toString();
  }

  private static int readStatus(InputStream input) throws IOException {
    while (true) {
      var line = readLine(input);
      var status = STATUS.matcher(line);
      if (!status.matches()) {
        throw new IOException("the answer is no HTTP");
      }
      var code = Integer.parseInt(status.group(1));
      if (code >= 200) {
        return code;
      }
      skipHeaders(input);
    }
  }

  /** An answer may be announced before it comes. */
  private static void skipHeaders(InputStream input) throws IOException {
    while (!readLine(input).isEmpty()) {
      // why nothing: what an announcement says is of no use
    }
  }

  private static String readLine(InputStream input) throws IOException {
    var line = new StringBuilder();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new IOException("the connection ended before an answer");
      }
      if (line.length() >= LONGEST_STATUS) {
        throw new IOException("the answer is no HTTP");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }
}
