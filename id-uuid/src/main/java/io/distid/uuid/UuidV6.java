package io.distid.uuid;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;

/**
 * UUID version 6: version 1 with its time in natural order, so that ids sort by it; strictly increasing per generator.
 *
 * <p>60 bits of time, 14 of clock sequence, 48 of node. Only the clock sequence and a random node are hard to guess. Both stay the same until the
 * process is known to have been copied. For new systems, RFC 9562 recommends version 7. When the clock is set back by less than the lead, ids keep
 * the time they had reached. When it is set back further, callers wait if the allowed wait suffices; else they get {@link
 * io.distid.ClockBehindException} at once. A generator makes at most 8192 ids a ms of id-time. The format ends in the year 4199.
 *
 * <p>Two open generators of a process never share a node and a clock sequence. After {@link #close()} another generator may hold the clock sequence;
 * it begins above the last time used. CRaC announces a checkpoint. Until it is over, each id has a clock sequence of its own, and a node of its own
 * if the node is random. Afterwards a generator takes a new clock sequence and goes on above the time it had reached. A generator that is opened
 * later begins with a random clock sequence. Without CRaC two copies of a process repeat ids, so open the generator after the restore.
 *
 * <p>Safe for use by any number of threads. No lock; nothing is allocated on the way to an id but the id, except while a checkpoint is made.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.6">RFC 9562, section 5.6</a>
 */
public final class UuidV6 extends GregorianGenerator {
    private static final String COPIES =
            "copies of one process (a snapshot resumed twice) repeat ids, unless CRaC's hooks tell them apart";
    private static final List<String> RANDOM_NODE = List.of(
            "one generator never repeats an id; two with random nodes of their own that overlap in time do so with probability "
                    + "2^-61 (14 bits of clock sequence, 47 of node)",
            COPIES);
    private static final List<String> GIVEN_NODE = List.of(
            "one process never repeats an id: its open generators, at most 16384, have different clock sequences, and one that "
                    + "was used before goes on above the last time used",
            "two processes on one node that overlap in time (or after a clock set back between runs) repeat ids"
                    + " if they get the same clock sequence: with probability 2^-14 if each opens one generator,"
                    + " (a + b - 1) 2^-14 if they open a and b",
            COPIES,
            "the node in each id shows which machine made it");

    private final IdTraits traits;

    private UuidV6(int epoch, UuidClock clock, Node node) {
        super(epoch, clock, node, false);
        traits = traits(node.isRandom());
    }

    static IdTraits traits(boolean random) {
        return IdTraits.builder("uuid-v6")
                .bits(128)
                .ordering(Ordering.PER_GENERATOR)
                .timeSorted(true)
                .safety(Safety.RANDOM)
                .idsPerSecond(FORMAT.statesPerSecond())
                .endOfLife(FORMAT.endOfLife())
                .notes(notes(random))
                .build();
    }

    /** A generator on the system's clock and a random node. */
    public static UuidV6 open() {
        int epoch = epoch();
        return open(epoch, UuidClock.exact(), Node.random());
    }

    /**
     * A generator on a given clock and node. The uses of the node's clock sequences are kept until the process ends, in a few hundred bytes. So give
     * all generators that you open one node.
     *
     * @throws io.distid.IdsExhaustedException if 16,384 generators of this process are open on the node
     */
    public static UuidV6 open(UuidClock clock, Node node) {
        int epoch = epoch();
        ClockSequences.of(node).keep();
        return open(epoch, clock, node);
    }

    /** The same, for a node that was drawn after an epoch. */
    static UuidV6 open(int epoch, UuidClock clock, Node node) {
        return new UuidV6(epoch, clock, node);
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    long high(long time) {
        return Gregorian.highV6(time);
    }

    static List<String> notes(boolean random) {
        return random ? RANDOM_NODE : GIVEN_NODE;
    }
}
