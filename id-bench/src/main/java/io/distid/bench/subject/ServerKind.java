package io.distid.bench.subject;

/** The servers that a strategy may need. Immutable. */
public enum ServerKind {
    /** MySQL, or MariaDB where MySQL cannot be had. */
    MYSQL,
    /** Redis. */
    REDIS,
    /** A Redis of the run's own that has a replica on the same machine. */
    REDIS_WITH_REPLICA,
    /** ZooKeeper. */
    ZOOKEEPER,
    /** etcd. */
    ETCD
}
