package io.distid.uuid;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.OptionalLong;

/**
 * UUID version 1: Gregorian time with its low bits first, clock sequence and node.
 *
 * <p>For systems that expect it; its ids do not sort by time (version 6 does, and {@link Uuids#toV6} converts). When the clock is
 * set back by less than the lead, ids keep the time they had reached; further, the generator takes a new clock sequence, and a
 * new node if that was random, and follows the clock. A generator makes at most 8192 ids a ms of id-time; its format ends in the
 * year 4199.
 *
 * <p>Safe for use by any number of threads. No lock; nothing is allocated on the way to an id but the id.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.1">RFC 9562, section 5.1</a>
 */
public final class UuidV1 extends GregorianGenerator {
    private final IdTraits traits;

    private UuidV1(UuidClock clock, Node node) {
        super(clock, node, true);
        traits = new IdTraits(
                "uuid-v1",
                128,
                Ordering.NONE,
                false,
                Coordination.NONE,
                Safety.RANDOM,
                OptionalLong.of(FORMAT.statesPerSecond()),
                FORMAT.endOfLife(),
                UuidV6.notes(node));
    }

    /**
     * A generator on the system's clock, with a lead of up to a second, and a random node.
     *
     * @return ready for use
     */
    public static UuidV1 open() {
        return open(UuidClock.exact().withMaxLead(UuidClock.BRIEF_LEAD), Node.random());
    }

    /**
     * A generator on a given clock and node.
     *
     * @param clock the clock, and how far ids may lead it before they take a new clock sequence
     * @param node the node
     * @return ready for use
     */
    public static UuidV1 open(UuidClock clock, Node node) {
        return new UuidV1(clock, node);
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    long high(long time) {
        return Gregorian.highV1(time);
    }
}
