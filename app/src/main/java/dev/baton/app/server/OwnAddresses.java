package dev.baton.app.server;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;

/** Where others can find this server. */
final class OwnAddresses {
  private OwnAddresses() {}

  /**
   * The addresses, each without a path.
   *
   * @param host what the server was told to bind to
   * @param own its address as this machine sees it
   */
  static List<String> list(String host, URI own) {
    return isAny(host)
        ? networkAddresses().stream()
            .map(address -> "http://%s:%d".formatted(address, own.getPort()))
            .toList()
        : List.of(withoutPath(own));
  }

  static String withoutPath(URI address) {
    return "%s://%s".formatted(address.getScheme(), address.getRawAuthority());
  }

  private static boolean isAny(String host) {
    try {
      return InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static List<String> networkAddresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
          .map(InetAddress::getHostAddress)
          .sorted()
          .toList();
    } catch (SocketException e) {
      return List.of();
    }
  }
}
