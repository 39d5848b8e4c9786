package dev.baton.orchestrator.notice;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Addresses that a webhook does not reach unless somebody allows it: this machine, private
 * networks, and those that clouds answer questions about their machines at.
 */
final class InnerAddresses {
  /** A range of addresses. */
  private record Block(InetAddress start, int bits) {
    static Block of(String start, int bits) {
      return new Block(InetAddress.ofLiteral(start), bits);
    }

    boolean has(byte[] address) {
      var first = start.getAddress();
      if (address.length != first.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        var mask = 0x80 >> (bit % 8);
        if ((address[bit / 8] & mask) != (first[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Block> INNER =
      List.of(
          Block.of("0.0.0.0", 8),
          Block.of("10.0.0.0", 8),
          Block.of("100.64.0.0", 10),
          Block.of("127.0.0.0", 8),
          Block.of("169.254.0.0", 16),
          Block.of("172.16.0.0", 12),
          Block.of("192.0.0.0", 24),
          Block.of("192.168.0.0", 16),
          Block.of("198.18.0.0", 15),
          Block.of("224.0.0.0", 3),
          // why: Azure's machines ask it about themselves
          Block.of("168.63.129.16", 32),
          Block.of("::", 128),
          Block.of("::1", 128),
          Block.of("fc00::", 7),
          Block.of("fe80::", 9),
          Block.of("ff00::", 8),
          // why: it has the address of a server and of a client in it, either of them inside
          Block.of("2001::", 32));

  private static final Block COMPATIBLE = Block.of("::", 96);
  private static final Block TRANSLATED = Block.of("64:ff9b::", 96);
  private static final Block TRANSLATED_HERE = Block.of("64:ff9b:1::", 48);
  private static final Block TUNNEL = Block.of("2002::", 16);

  private InnerAddresses() {}

  static boolean has(InetAddress address) {
    return isInner(address) || isOwn(address);
  }

  private static boolean isInner(InetAddress address) {
    var bytes = address.getAddress();
    return INNER.stream().anyMatch(block -> block.has(bytes))
        || TRANSLATED_HERE.has(bytes)
        || (address instanceof Inet6Address && hasInnerPart(bytes));
  }

  /** Whether an address of version 6 stands for one of version 4 that is inside. */
  private static boolean hasInnerPart(byte[] bytes) {
    if (COMPATIBLE.has(bytes) || TRANSLATED.has(bytes)) {
      return isInner(version4(bytes, 12));
    }
    return TUNNEL.has(bytes) && isInner(version4(bytes, 2));
  }

  private static Inet4Address version4(byte[] bytes, int from) {
    try {
      return (Inet4Address) InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("Four bytes are an address", e);
    }
  }

  /** A machine reaches itself by its outer addresses, too. */
  private static boolean isOwn(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return true;
    }
  }
}
