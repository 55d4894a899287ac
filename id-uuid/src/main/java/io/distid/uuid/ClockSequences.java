package io.distid.uuid;

import io.distid.IdsExhaustedException;
import io.distid.internal.process.CopyDetector;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives the 14-bit clock sequences of a node to generators of versions 1 and 6. Each has at most one open generator of this process at a time.
 *
 * <p>A clock sequence separates ids of one node whose times may overlap: before and after a restart, or of two generators. Nothing is kept across
 * restarts, so the first clock sequence of a node is random, as RFC 9562 section 6.3 says. Each further generator gets the next. A clock sequence
 * that was used before comes with its last time, and its new holder begins above that. Safe for use by several threads.
 */
final class ClockSequences {
    static final int COUNT = 1 << 14;

    /**
     * The clock sequences of nodes that are known outside of this package. Such a node may be used again after its last generator was closed, so its
     * entry is never removed. An entry takes some 350 bytes, and 80 more for each further clock sequence that is used.
     */
    private static final Map<Node, ClockSequences> GIVEN = new HashMap<>();
    /** The clock sequences of random nodes that nobody outside knows. An entry disappears with the last generator of its node. */
    private static final Map<Node, WeakReference<ClockSequences>> RANDOM = new WeakHashMap<>();

    private final Node node;
    private final ClockSequenceUses uses;

    /** The epoch of the process when {@link #next} was drawn. */
    private int epoch = CopyDetector.system().epoch();

    private int next = first();

    private ClockSequences(Node node) {
        this.node = node;
        this.uses = node.isRandom() ? ClockSequenceUses.ofRandomNode() : ClockSequenceUses.ofGivenNode(node);
    }

    /** A clock sequence, and the epoch ms until which it was used; {@link Long#MIN_VALUE} if it never was. */
    record Taken(int sequence, long usedUntil) {}

    /** The clock sequences of a node; the same object while anybody uses it. */
    static ClockSequences of(Node node) {
        synchronized (GIVEN) {
            @Nullable ClockSequences given = GIVEN.get(new Node(node.value(), false));
            if (given != null) {
                return given;
            }
            WeakReference<ClockSequences> known = RANDOM.get(node.isMulticast() ? new Node(node.value(), true) : node);
            @Nullable ClockSequences sequences = known == null ? null : known.get();
            if (!node.isRandom()) {
                // The node may have the digits of an open random node.
                given = sequences == null ? new ClockSequences(node) : sequences;
                GIVEN.put(node, given);
                return given;
            }
            if (sequences == null) {
                sequences = new ClockSequences(node);
                RANDOM.remove(node);
                RANDOM.put(node, new WeakReference<>(sequences));
            }
            return sequences;
        }
    }

    /** Keeps the node's entry until the process ends, since somebody outside knows the node. */
    void keep() {
        synchronized (GIVEN) {
            GIVEN.putIfAbsent(new Node(node.value(), false), this);
            RANDOM.remove(node);
        }
    }

    /**
     * Takes the next clock sequence that nobody holds and whose times are over. If there is none, takes the one whose times end first.
     *
     * @param now what the clock shows, epoch ms
     * @throws IdsExhaustedException if all are held
     */
    synchronized Taken take(long now) {
        int current = CopyDetector.system().epoch();
        if (epoch != current || CopyDetector.isExposed(current)) {
            // A copy of the process goes on from the same clock sequence.
            epoch = current;
            next = first();
        }
        Taken least;
        do {
            least = least(now);
            if (least.usedUntil == ClockSequenceUses.HELD) {
                throw new IdsExhaustedException("all " + COUNT + " clock sequences of node " + node
                        + " are held by generators of this process that are open: share one generator, "
                        + "and close those that are no longer used");
            }
            // Another class loader may have taken it since the look.
        } while (!uses.hold(least.sequence, least.usedUntil));
        next = least.sequence + 1 & COUNT - 1;
        return least;
    }

    /** The first clock sequence from {@link #next} on whose times are over; else the one whose times end first. */
    private Taken least(long now) {
        int least = next;
        long leastUntil = ClockSequenceUses.HELD;
        for (int i = 0; i < COUNT && leastUntil >= now; i++) {
            int sequence = next + i & COUNT - 1;
            long until = uses.until(sequence);
            if (until < leastUntil) {
                least = sequence;
                leastUntil = until;
            }
        }
        return new Taken(least, leastUntil);
    }

    /** Releases a clock sequence, with the start of the last ms that it was used in. */
    synchronized void release(int sequence, long until) {
        uses.release(sequence, until);
    }

    /**
     * Takes another clock sequence in place of a held one. Returns the held one if all others are held or were used for longer. The old one stays
     * held until it is released, so that a generator always has one.
     *
     * @param until the start of the last ms it was used in
     */
    synchronized Taken takeInstead(int sequence, long until, long now) {
        Taken own = new Taken(sequence, until);
        Taken other;
        try {
            other = take(now);
        } catch (IdsExhaustedException e) {
            return own;
        }
        if (other.usedUntil >= now && other.usedUntil > until) {
            release(other.sequence, other.usedUntil);
            return own;
        }
        return other;
    }

    private static int first() {
        return (int) ThreadRandom.systemWord() & COUNT - 1;
    }

    /** The low half of a UUID: the variant, a clock sequence, and the node. */
    long low(int sequence) {
        return 1L << 63 | (long) sequence << 48 | node.value();
    }
}
