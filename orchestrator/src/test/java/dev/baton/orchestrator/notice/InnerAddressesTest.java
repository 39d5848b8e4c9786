package dev.baton.orchestrator.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses a webhook does not reach by itself. */
class InnerAddressesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.8.9.1",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::7f00:1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2001::1"
      })
  void addresses_of_the_machine_and_of_private_networks_are_inside(String address) {
    assertThat(InnerAddresses.has(InetAddress.ofLiteral(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "172.15.0.1",
        "172.32.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "192.167.1.1",
        "169.253.1.1",
        "2606:4700::1111",
        "64:ff9b::808:808",
        "2002:808:808::"
      })
  void other_addresses_are_outside(String address) {
    assertThat(InnerAddresses.has(InetAddress.ofLiteral(address))).isFalse();
  }
}
