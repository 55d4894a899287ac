package io.distid.uuid;

import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives out the 14-bit clock sequences of versions 1 and 6.
 *
 * <p>A clock sequence parts the ids of one node whose times may overlap: those before a restart from those after, those of one
 * generator from those of the next. Nothing is kept across restarts, so the first one of a node is random, as RFC 9562 section
 * 6.3 has it; from there each generator of this process on the same node gets the next, so that no two of them share one.
 */
final class ClockSequences {
    private static final int BITS = 14;
    private static final ConcurrentMap<Node, AtomicInteger> NEXT = new ConcurrentHashMap<>();

    private ClockSequences() {}

    /** The low half of a UUID: the variant, a clock sequence that is new to this process, and the node. */
    static long low(Node node, SecureRandom random) {
        int sequence = node.isRandom()
                ? random.nextInt()
                : NEXT.computeIfAbsent(node, first -> new AtomicInteger(random.nextInt()))
                        .getAndIncrement();
        return 1L << 63 | (sequence & (1L << BITS) - 1) << 48 | node.value();
    }
}
