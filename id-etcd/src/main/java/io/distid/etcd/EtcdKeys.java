package io.distid.etcd;

import io.distid.spi.ConfigKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The keys for the connection, the same for all providers of this module. */
final class EtcdKeys {
    private static final String ENDPOINT = "https?://(?:\\[[0-9A-Fa-f:.]++\\]|[^\\s,@/:\\[\\]?#]++):\\d{1,5}";
    private static final String ENDPOINTS = ENDPOINT + "(?:," + ENDPOINT + ")*+";

    /** The form of a key's beginning. */
    static final String PREFIX = "[A-Za-z0-9._:-]{1,64}(/[A-Za-z0-9._:-]{1,64}){0,7}";

    private static final String TLS = "endpoints=https://...";

    static final List<ConfigKey> CONNECTION = List.of(
            ConfigKey.address(
                    "endpoints",
                    ENDPOINTS,
                    "http://host:port[,http://host:port]..., or https: for TLS",
                    "http://localhost:2379",
                    "members of the cluster; the next one is asked where one does not answer"),
            ConfigKey.text("user", null, "the user, if etcd asks for one"),
            ConfigKey.secret("password", "the user's password"),
            ConfigKey.duration(
                    "timeout",
                    Duration.ofMillis(10),
                    Duration.ofSeconds(60),
                    "2s",
                    "the longest wait for the whole answer of one endpoint"),
            ConfigKey.text("tls-ca", null, "file of trusted certificates (PEM) instead of Java's own")
                    .onlyWith(TLS),
            ConfigKey.text("tls-cert", null, "file of the client's certificate (PEM)")
                    .onlyWith(TLS),
            ConfigKey.text("tls-key", null, "file of the client's private key (PEM, PKCS #8, not encrypted)")
                    .onlyWith(TLS));

    /** The key for the beginning of etcd's keys. */
    static ConfigKey prefix(String defaultValue, String help) {
        return ConfigKey.matching(
                "prefix",
                PREFIX,
                "1 to 8 names with / between, each of 1 to 64 ASCII letters, digits, dots, underscores, colons or hyphens",
                defaultValue,
                help);
    }

    private EtcdKeys() {}

    /** A provider's own keys, then those of the connection. */
    static List<ConfigKey> with(ConfigKey... own) {
        List<ConfigKey> keys = new ArrayList<>(List.of(own));
        keys.addAll(CONNECTION);
        return List.copyOf(keys);
    }
}
