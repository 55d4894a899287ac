package io.distid.redis;

import io.distid.spi.ConfigKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The keys for the address and the protocol of Redis, the same for all providers of this module. */
final class RedisKeys {
    private static final String NODE = "(?:\\[[0-9A-Fa-f:.]++\\]|[^\\s,@/:\\[\\]]++):\\d{1,5}";
    private static final String NODES = NODE + "(?:\\s*+,\\s*+" + NODE + ")*+";

    /** The form of a key's beginning, without braces, since braces choose the slot. */
    static final String PREFIX = "[A-Za-z0-9._:-]{1,64}";

    private static final String[] TLS = {"tls=true", "url=rediss://..."};

    static final List<ConfigKey> CONNECTION = List.of(
            ConfigKey.choice(
                    "topology",
                    List.of("standalone", "sentinel", "cluster"),
                    "standalone",
                    "how the servers are set up"),
            ConfigKey.address(
                            "url",
                            RedisUrl.PATTERN,
                            RedisUrl.FORM,
                            "redis://localhost:6379",
                            "the standalone server; rediss:// for TLS")
                    .onlyWith("topology=standalone"),
            ConfigKey.address(
                            "nodes",
                            NODES,
                            "host:port[,host:port]...",
                            null,
                            "the sentinels, or some nodes of the cluster")
                    .onlyWith("topology=sentinel", "topology=cluster"),
            ConfigKey.text("master", null, "the master's name, as the sentinels know it")
                    .onlyWith("topology=sentinel"),
            ConfigKey.text("user", null, "the ACL user; wins over the one in the URL"),
            ConfigKey.secret("password", "the user's password; wins over the one in the URL"),
            ConfigKey.text("sentinel-user", null, "the ACL user on the sentinels, if they ask for one")
                    .onlyWith("sentinel-password"),
            ConfigKey.secret("sentinel-password", "the password on the sentinels, if they ask for one")
                    .onlyWith("topology=sentinel"),
            ConfigKey.duration(
                    "timeout",
                    Duration.ofMillis(10),
                    Duration.ofSeconds(60),
                    "1s",
                    "the longest wait to connect, for an answer, and for a free connection"),
            ConfigKey.integer("pool-size", 1, 1_000, 8L, "the most connections to one server"),
            ConfigKey.flag("tls", false, "speak TLS to sentinels and cluster nodes, too; rediss:// implies it"),
            ConfigKey.choice(
                            "tls-verify",
                            List.of("full", "ca"),
                            "full",
                            "check the host name (full) or the issuer only")
                    .onlyWith(TLS),
            ConfigKey.text("trust-store", null, "file of trusted certificates (PKCS12 or JKS) instead of Java's own")
                    .onlyWith(TLS),
            ConfigKey.secret("trust-store-password", "the trust store's password")
                    .onlyWith("trust-store"),
            ConfigKey.text("key-store", null, "file of the client's certificate and key (PKCS12 or JKS)")
                    .onlyWith(TLS),
            ConfigKey.secret("key-store-password", "the key store's password").onlyWith("key-store"));

    static final ConfigKey DURABILITY = ConfigKey.choice(
            "durability",
            List.of("report", "require"),
            "report",
            "require refuses to open unless Redis has appendonly yes and appendfsync always");

    /** The key for the beginning of the names of hashes and sets. */
    static ConfigKey prefix(String defaultValue, String help) {
        return ConfigKey.matching(
                "prefix",
                PREFIX,
                "1 to 64 ASCII letters, digits, dots, underscores, colons or hyphens",
                defaultValue,
                help);
    }

    private RedisKeys() {}

    /** Returns a provider's own keys, then those of the connection. */
    static List<ConfigKey> with(ConfigKey... own) {
        List<ConfigKey> keys = new ArrayList<>(List.of(own));
        keys.addAll(CONNECTION);
        return List.copyOf(keys);
    }
}
