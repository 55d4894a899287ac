package io.distid.bench.subject;

/**
 * What a peer's documentation says of the layout of its ids, as far as faults are made by it. Immutable.
 *
 * @param workerIds how many worker ids there are for an operator to give, or 0 if none are given
 * @param timeBits for how many bits of ms ids last whose epoch may be set by {@link Peers#EPOCH}, or 0 if it cannot be set
 */
public record PeerLayout(int workerIds, int timeBits) {
    /** Neither; of strategies of ours the layout tells both. */
    public static final PeerLayout NONE = new PeerLayout(0, 0);
}
