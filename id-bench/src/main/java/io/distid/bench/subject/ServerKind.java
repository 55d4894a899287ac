package io.distid.bench.subject;

/** The servers that a strategy may need. Immutable. */
public enum ServerKind {
    /** MySQL, or MariaDB where MySQL cannot be had. */
    MYSQL,
    /** Redis. */
    REDIS,
    /** ZooKeeper. */
    ZOOKEEPER
}
