package io.distid.bench.subject;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The servers that a strategy may need. Immutable. */
public enum ServerKind {
    /** MySQL, or MariaDB if MySQL is missing. */
    MYSQL,
    /** PostgreSQL. */
    POSTGRESQL,
    /** Redis. */
    REDIS,
    /** A Redis of the run's own that has a replica on the same machine. */
    REDIS_WITH_REPLICA,
    /** ZooKeeper. */
    ZOOKEEPER,
    /** etcd. */
    ETCD;

    /** The kind of server of a provider; null for none, and for a server that the lab cannot start. */
    public static @Nullable ServerKind of(@Nullable String server) {
        for (ServerKind kind : values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(server)) {
                return kind;
            }
        }
        return null;
    }
}
