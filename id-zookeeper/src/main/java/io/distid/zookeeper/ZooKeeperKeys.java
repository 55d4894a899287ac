package io.distid.zookeeper;

import io.distid.ConfigException;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The keys of all providers: the shared keys of the connection, and each provider's own. */
final class ZooKeeperKeys {
    private static final String SERVER = "(?:\\[[0-9A-Fa-f:.]++\\]|[^\\s,@/:\\[\\]]++):\\d{1,5}";
    static final String CONNECT = SERVER + "(?:," + SERVER + ")*+(?!\\S*/\\.{1,2}(?:/|$))(/[^\\s]*+)?";
    /** Letters, digits and {@code . _ -}, but neither {@code .} nor {@code ..}, which ZooKeeper refuses in a path. */
    private static final String ELEMENT = "(?!\\.{1,2}(?:/|$))[A-Za-z0-9._-]";

    private static final String PATH = "(/" + ELEMENT + "+)+";
    private static final String PATH_FORM =
            "names with / before each, of ASCII letters, digits, dots, underscores or hyphens, but not . or .. alone";
    private static final String ACL = "open|creator|[a-z0-9]+:[^,\\s]+:[cdrwa]+(,[a-z0-9]+:[^,\\s]+:[cdrwa]+)*";

    private static final ConfigKey CONNECTION = ConfigKey.address(
            "connect", CONNECT, "host:port[,host:port]...[/chroot]", "localhost:2181", "the ensemble");
    private static final List<ConfigKey> CONNECTING = List.of(
            ConfigKey.duration(
                    "timeout",
                    Duration.ofMillis(10),
                    Duration.ofSeconds(60),
                    "2s",
                    "the longest wait for a connection, and for an answer"),
            ConfigKey.duration(
                    "session-timeout",
                    Duration.ofSeconds(1),
                    Duration.ofMinutes(5),
                    "6s",
                    "ZooKeeper's session; a server that is silent for two thirds of it is given up"),
            ConfigKey.matching(
                            "auth-scheme",
                            "[a-z0-9]+",
                            "lower-case ASCII letters or digits",
                            "digest",
                            "how ZooKeeper reads auth")
                    .onlyWith("auth"),
            ConfigKey.secret("auth", "what the scheme asks for, such as user:password for digest"),
            ConfigKey.text("sasl-context", null, "the section of the JAAS file to log in with, if not \"Client\""),
            ConfigKey.matching(
                    "acl",
                    ACL,
                    "open, creator, or scheme:id:rights with rights of the letters cdrwa, several with commas between",
                    null,
                    "rights on nodes that are made: open, creator, or scheme:id:cdrwa,...; creator if auth is given"));

    /** The keys of {@code zookeeper}. */
    static final List<ConfigKey> LEASE = keys(
            ConfigKey.matching("path", PATH, PATH_FORM, "/distid/workers", "the node above the namespaces"),
            ConfigKey.flag("create", false, "make the path and the namespace if missing; for the first start only"));

    /** The keys of the locks. */
    static final List<ConfigKey> LOCK = locks();

    /** The keys of {@code zookeeper-leaf}. */
    static final List<ConfigKey> LEAF = keys(
            ConfigKey.matching(
                    "leaf-name",
                    ELEMENT + "{1,64}",
                    "1 to 64 ASCII letters, digits, dots, underscores or hyphens, but not . or .. alone",
                    null,
                    "Leaf's leaf.name; default: the namespace"),
            ConfigKey.matching(
                    "address",
                    "[A-Za-z0-9._-]{1,253}",
                    "1 to 253 ASCII letters, digits, dots, underscores or hyphens",
                    null,
                    "this node's address, as Leaf had it; default: its only private IPv4 address"),
            ConfigKey.integer("port", 1, 65535, null, "tells the processes of one host apart, as Leaf's port did"),
            ConfigKey.flag(
                    "create", false, "make the fleet's nodes if missing; for the first start of a new name only"),
            ConfigKey.duration(
                    "reuse-after",
                    Duration.ofMinutes(1),
                    Duration.ofDays(3650),
                    null,
                    "take over nodes that Leaf left silent for so long, when no number is left; default: never"));

    private static List<ConfigKey> keys(ConfigKey... own) {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(CONNECTION);
        keys.addAll(List.of(own));
        keys.add(LeasedSequencerConfig.MAX_AHEAD);
        keys.addAll(CONNECTING);
        return List.copyOf(keys);
    }

    private static List<ConfigKey> locks() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(CONNECTION);
        keys.add(ConfigKey.matching(
                "path", PATH, PATH_FORM, "/distid/locks", "the node above those of the locks; made if missing"));
        keys.addAll(CONNECTING);
        return List.copyOf(keys);
    }

    /**
     * Returns a namespace as an element of a path.
     *
     * @throws ConfigException if it cannot be an element of a path
     */
    static String element(String namespace) {
        if (namespace.equals(".") || namespace.equals("..")) {
            throw new ConfigException("namespace is \"" + namespace
                    + "\": must be neither \".\" nor \"..\", which cannot be an element of a path on ZooKeeper");
        }
        return namespace;
    }

    private ZooKeeperKeys() {}
}
