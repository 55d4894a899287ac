package io.distid.bench.subject;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that no other node of a run has, in no order across nodes, for locks without fences. Safe for use by any
 * number of threads.
 */
public final class NodeNumbers {
    /** The setting that holds the node, from 0. */
    public static final String NODE = "node";
    /** Above the numbers that a node counts. */
    private static final int NODE_SHIFT = 48;

    private final AtomicLong counter;

    /** The numbers of the node in the settings. */
    public NodeNumbers(Map<String, String> settings) {
        this.counter = new AtomicLong((Long.parseLong(settings.get(NODE)) << NODE_SHIFT) + 1);
    }

    /** A number that was not returned before. */
    public long next() {
        return counter.getAndIncrement();
    }
}
