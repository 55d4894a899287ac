package io.distid.bench.subject;

/** Where a subject has its worker id from. Immutable. */
public enum WorkerIdKind {
    /** It has none. */
    NONE,
    /** The operator tells each node its own. */
    TOLD,
    /** The operator tells each node its own, and a file of the node keeps it with a bound. */
    FILE,
    /** A server grants it. */
    LEASED,
    /** A register gives it to a node for good, a file of the node keeps which one, and the server grants that. */
    REGISTERED,
    /** The cluster that its nodes make gives it to whoever joins. */
    JOINED
}
