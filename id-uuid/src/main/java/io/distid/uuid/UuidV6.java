package io.distid.uuid;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;
import java.util.OptionalLong;

/**
 * UUID version 6: version 1 with its time in natural order, so that ids sort by it; strictly increasing per generator.
 *
 * <p>60 bits of time, 14 of clock sequence, 48 of node. There is nothing hard to guess in them but the clock sequence and a
 * random node, both fixed for the life of a generator: for new systems, RFC 9562 recommends version 7. When the clock is set back
 * by less than the lead, ids keep the time they had reached; further, callers wait, and then get
 * {@link io.distid.ClockBehindException}. A generator makes at most 8192 ids a ms of id-time; its format ends in the year 4199.
 *
 * <p>Safe for use by any number of threads. No lock; nothing is allocated on the way to an id but the id.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.6">RFC 9562, section 5.6</a>
 */
public final class UuidV6 extends GregorianGenerator {
    private static final List<String> RANDOM_NODE = List.of(
            "one generator never repeats an id; two generators that overlap in time do so with probability 2^-61 "
                    + "(14 bits of clock sequence, 47 of node)");
    private static final List<String> GIVEN_NODE = List.of(
            "one process never repeats an id; two processes on one node that overlap in time (a clock set back between "
                    + "runs will do) share their clock sequence with probability 2^-14, and then repeat ids",
            "the node in each id tells which machine made it");

    private final IdTraits traits;

    private UuidV6(UuidClock clock, Node node) {
        super(clock, node, false);
        traits = new IdTraits(
                "uuid-v6",
                128,
                Ordering.PER_GENERATOR,
                true,
                Coordination.NONE,
                Safety.RANDOM,
                OptionalLong.of(FORMAT.statesPerSecond()),
                FORMAT.endOfLife(),
                notes(node));
    }

    /**
     * A generator on the system's clock and a random node.
     *
     * @return ready for use
     */
    public static UuidV6 open() {
        return open(UuidClock.exact(), Node.random());
    }

    /**
     * A generator on a given clock and node.
     *
     * @param clock the clock, and how far ids may lead it
     * @param node the node
     * @return ready for use
     */
    public static UuidV6 open(UuidClock clock, Node node) {
        return new UuidV6(clock, node);
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    long high(long time) {
        return Gregorian.highV6(time);
    }

    static List<String> notes(Node node) {
        return node.isRandom() ? RANDOM_NODE : GIVEN_NODE;
    }
}
