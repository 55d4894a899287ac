package io.distid.bench.subject;

/** The source of a subject's worker ids. Immutable. */
public enum WorkerIdKind {
    /** It has none. */
    NONE,
    /** The operator configures it for each node. */
    TOLD,
    /** The operator configures it for each node, and a file of the node keeps it with a bound. */
    FILE,
    /** A server grants it. */
    LEASED,
    /** A register assigns it to a node forever. A file of the node keeps it, and the server leases it. */
    REGISTERED,
    /** The nodes form a cluster, which assigns a worker id to each member that joins. */
    JOINED
}
