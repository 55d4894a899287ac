package io.distid.bench.subject;

import io.distid.spi.Provider;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The servers that a strategy may need. Immutable. */
public enum ServerKind {
    /** MySQL, or MariaDB where MySQL cannot be had. */
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

    /**
     * The kind that a provider asks for.
     *
     * @param server as of {@link Provider#server()}
     * @return null for none, and for one that the lab cannot start
     */
    public static @Nullable ServerKind of(@Nullable String server) {
        for (ServerKind kind : values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(server)) {
                return kind;
            }
        }
        return null;
    }
}
