package io.distid.zookeeper;

import io.distid.spi.ConfigKey;
import java.time.Duration;
import java.util.List;

/** The keys of the providers of this module. */
final class ZooKeeperKeys {
    static final String CONNECT = "[^\\s,/@]+:\\d{1,5}(,[^\\s,/@]+:\\d{1,5})*(/[^\\s]*)?";
    private static final String PATH = "(/[A-Za-z0-9._-]+)+";
    private static final String ACL = "open|creator|[a-z0-9]+:[^,\\s]+:[cdrwa]+(,[a-z0-9]+:[^,\\s]+:[cdrwa]+)*";

    static final List<ConfigKey> ALL = List.of(
            ConfigKey.matching("connect", CONNECT, "localhost:2181", "the ensemble: host:port,host:port/chroot"),
            ConfigKey.matching("path", PATH, "/distid/workers", "the node above the namespaces"),
            ConfigKey.flag("create", false, "make the path and the namespace if missing; for the first start only"),
            ConfigKey.duration(
                    "max-ahead",
                    Duration.ofSeconds(1),
                    Duration.ofDays(1),
                    "10min",
                    "how far this node's clock may be ahead of the server's"),
            ConfigKey.duration(
                    "timeout",
                    Duration.ofMillis(100),
                    Duration.ofSeconds(60),
                    "2s",
                    "the longest wait for a connection"),
            ConfigKey.duration(
                    "session-timeout",
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(5),
                    "6s",
                    "ZooKeeper's session; two thirds of it are the longest wait for an answer"),
            ConfigKey.matching("auth-scheme", "[a-z0-9]+", "digest", "how auth is to be understood"),
            ConfigKey.secret("auth", "what the scheme asks for, such as user:password for digest"),
            ConfigKey.text("sasl-context", null, "the section of the JAAS file to log in with, if not \"Client\""),
            ConfigKey.matching(
                    "acl",
                    ACL,
                    null,
                    "rights on nodes that are made: open, creator, or scheme:id:cdrwa,...; creator if auth is given"));

    private ZooKeeperKeys() {}
}
