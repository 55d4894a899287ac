package io.distid.uuid;

import io.distid.IdTraits;
import io.distid.Safety;

/**
 * UUID version 1: Gregorian time with its low bits first, clock sequence and node.
 *
 * <p>For systems that expect it. Its ids do not sort by time; those of version 6 do, and {@link Uuids#toV6} converts. When the clock is set back by
 * less than the lead, ids keep the time they had reached. Callers wait if lead and wait together suffice. When the clock is set back further, the
 * generator follows it with a new clock sequence, and with a new node if the node is random. A generator makes at most 8192 ids a ms of id-time. The
 * format ends in the year 4199. Clock sequences and copies of a process are handled as in {@link UuidV6}, except for the order.
 *
 * <p>Safe for use by any number of threads. No lock; nothing is allocated on the way to an id but the id, except while a checkpoint is made.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.1">RFC 9562, section 5.1</a>
 */
public final class UuidV1 extends GregorianGenerator {
    private final IdTraits traits;

    private UuidV1(int epoch, UuidClock clock, Node node) {
        super(epoch, clock, node, true);
        traits = traits(node.isRandom());
    }

    static IdTraits traits(boolean random) {
        return IdTraits.builder("uuid-v1")
                .bits(128)
                .safety(Safety.RANDOM)
                .idsPerSecond(FORMAT.statesPerSecond())
                .endOfLife(FORMAT.endOfLife())
                .notes(UuidV6.notes(random))
                .build();
    }

    /** A generator on the system's clock, with a lead of up to a second, and a random node. */
    public static UuidV1 open() {
        int epoch = epoch();
        return open(epoch, UuidClock.exact().withMaxLead(UuidClock.BRIEF_LEAD), Node.random());
    }

    /**
     * A generator on a given clock and node. The uses of the node's clock sequences are kept until the process ends, in a few hundred bytes. So give
     * all generators that you open one node.
     *
     * @param clock the clock, and how far ids may lead it before they take a new clock sequence
     * @throws io.distid.IdsExhaustedException if 16,384 generators of this process are open on the node
     */
    public static UuidV1 open(UuidClock clock, Node node) {
        int epoch = epoch();
        ClockSequences.of(node).keep();
        return open(epoch, clock, node);
    }

    /** The same, for a node that was drawn after an epoch. */
    static UuidV1 open(int epoch, UuidClock clock, Node node) {
        return new UuidV1(epoch, clock, node);
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    long high(long time) {
        return Gregorian.highV1(time);
    }
}
