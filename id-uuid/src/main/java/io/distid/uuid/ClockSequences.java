package io.distid.uuid;

import io.distid.IdsExhaustedException;
import io.distid.internal.process.CopyDetector;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives out the 14-bit clock sequences of versions 1 and 6 on one node: each to at most one open generator of this process at a time.
 *
 * <p>A clock sequence parts the ids of one node whose times may overlap: those before a restart from those after, those of one
 * generator from those of the next. Nothing is kept across restarts, so the first one of a node is random, as RFC 9562 section
 * 6.3 has it; from there each generator gets the next. One that was used before comes with the time it was used until, above which
 * its new holder begins. Safe for use by several threads.
 */
final class ClockSequences {
    static final int COUNT = 1 << 14;

    /**
     * Of nodes that somebody gave or was told, and may give again, be it as a {@link Node} or as its digits, when no generator has it any more. So what is
     * known of them is kept for good; it takes some 350 bytes a node, and 80 more for each further clock sequence that is used.
     */
    private static final Map<Node, ClockSequences> GIVEN = new HashMap<>();
    /** Of nodes that generators drew by themselves and told nobody; gone with the last generator, however many are opened one after another. */
    private static final Map<Node, WeakReference<ClockSequences>> RANDOM = new WeakHashMap<>();

    private final Node node;
    private final ClockSequenceUses uses;

    /** Of the process when {@link #next} was drawn. */
    private int epoch = CopyDetector.system().epoch();

    private int next = first();

    private ClockSequences(Node node) {
        this.node = node;
        this.uses = node.isRandom() ? ClockSequenceUses.ofRandomNode() : ClockSequenceUses.ofGivenNode(node);
    }

    /** A clock sequence, and the epoch ms until which it was used; {@link Long#MIN_VALUE} if it never was. */
    record Taken(int sequence, long usedUntil) {}

    /** Those of a node; the same for all who ask while one of them has it. */
    static ClockSequences of(Node node) {
        synchronized (GIVEN) {
            @Nullable ClockSequences given = GIVEN.get(new Node(node.value(), false));
            if (given != null) {
                return given;
            }
            WeakReference<ClockSequences> known = RANDOM.get(node.isMulticast() ? new Node(node.value(), true) : node);
            @Nullable ClockSequences sequences = known == null ? null : known.get();
            if (!node.isRandom()) {
                // Perhaps the digits of a random one that is open.
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

    /** Keeps what is known of the node for good, since somebody outside has it. */
    void keep() {
        synchronized (GIVEN) {
            GIVEN.putIfAbsent(new Node(node.value(), false), this);
            RANDOM.remove(node);
        }
    }

    /**
     * Takes the next one that nobody holds and whose times are over; if there is none, that whose times are over first.
     *
     * @param now what the clock shows, epoch ms
     * @throws IdsExhaustedException if all are held
     */
    synchronized Taken take(long now) {
        int current = CopyDetector.system().epoch();
        if (epoch != current || CopyDetector.isExposed(current)) {
            // A copy of the process goes on from the same.
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
            // Another class loader may have taken it meanwhile.
        } while (!uses.hold(least.sequence, least.usedUntil));
        next = least.sequence + 1 & COUNT - 1;
        return least;
    }

    /** The first from the next one on whose times are over, else that whose times are over first. */
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

    /** Gives one back, with the start of the last ms it was used in. */
    synchronized void release(int sequence, long until) {
        uses.release(sequence, until);
    }

    /**
     * Takes another in place of one that is held; or the same, if there is none, or each was used for longer. The one that is held stays so until it is
     * released, so that nobody is left with none.
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
