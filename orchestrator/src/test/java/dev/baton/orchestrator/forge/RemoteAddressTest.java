package dev.baton.orchestrator.forge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteAddressTest {
  @ParameterizedTest
  @CsvSource({
    "https://github.com/acme/shop.git, github.com, acme/shop",
    "https://ana:secret@GitHub.com/acme/shop, github.com, acme/shop",
    "git@github.com:acme/shop.git, github.com, acme/shop",
    "github.com:acme/shop, github.com, acme/shop",
    "ssh://git@gitlab.example.org:2222/group/sub/shop.git/, gitlab.example.org, group/sub/shop",
    "ssh://git@ssh.github.com:443/acme/shop.git, github.com, acme/shop",
    "http://localhost:3000/acme/shop.git, localhost:3000, acme/shop",
  })
  void an_address_tells_host_and_repository(String url, String host, String path) {
    assertThat(RemoteAddress.find(url)).hasValue(new RemoteAddress(host, path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/srv/shop.git",
        "../shop.git",
        "file:///srv/shop.git",
        "https://github.com/",
        "ext::sh -c x",
        "",
        "https://a b/c"
      })
  void a_path_and_what_is_no_address_have_no_host(String url) {
    assertThat(RemoteAddress.find(url)).isEmpty();
  }

  @Test
  void secrets_of_addresses_are_not_repeated() {
    assertThat(RemoteAddress.withoutSecrets("fatal: https://ana:secret@git.example.org/x: 403"))
        .isEqualTo("fatal: https://***@git.example.org/x: 403");
  }
}
