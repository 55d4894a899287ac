package io.distid.bench.faults;

/** Which servers the nodes of a cell are opened on. */
enum ServerSetup {
    /** Those of the run, which all cells share. */
    SHARED,
    /** One server that no other cell uses, behind a link: see {@link FaultStore}. */
    OWN,
    /** The same with its data on a disk that it has for itself, to be filled. */
    OWN_DISK,
    /** Several that keep the same data and that no other cell uses, behind a link that leads to the one that leads. */
    ENSEMBLE,
    /** A Redis Cluster that no other cell uses. Nodes ask it for the one that leads for their keys. */
    REDIS_CLUSTER
}
