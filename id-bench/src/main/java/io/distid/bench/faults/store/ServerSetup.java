package io.distid.bench.faults.store;

/** Which servers the nodes of a cell are opened on. Immutable. */
public enum ServerSetup {
    /** The servers of the run, which all cells share. */
    SHARED,
    /** One server that no other cell uses, behind a link: see {@link FaultStore}. */
    OWN,
    /** The same with its data on its own disk, which can be filled. */
    OWN_DISK,
    /** An ensemble of this cell alone, behind a link to its leader. */
    ENSEMBLE,
    /** A Redis Cluster that no other cell uses. Nodes find the master of their keys by themselves. */
    REDIS_CLUSTER
}
