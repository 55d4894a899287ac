package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.UuidGenerator;
import io.distid.internal.CallCounts;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * ULIDs by the specification's monotonic rule: 48 bits of Unix ms, then 80 random bits; within a ms each is the one before plus 1.
 *
 * <p>They strictly increase per generator, by their unsigned bits and by their text, which is {@link TextForm#CROCKFORD}'s. If the clock is set back,
 * ids keep the time they had reached and count up by 1 until the clock has caught up. No call waits. ULIDs of several generators sort by time to the
 * accuracy of their clocks. Their neighbours within a ms can be guessed. The format ends in the year 10889; then each call fails with {@link
 * IdsExhaustedException}.
 *
 * <p>Safe for use by any number of threads. Nothing is locked, and without contention nothing is allocated but the id.
 *
 * @see <a href="https://github.com/ulid/spec">ULID, section Monotonicity</a>
 */
public final class UlidGenerator implements UuidGenerator {
    /*
     * The state is the last ULID itself, moved by compare-and-set: the id that is returned is the object that is kept. It is null once the
     * generator is closed. The first state is drawn and never issued, so that no id follows from the time alone.
     */
    private static final UuidText TEXT = TextForm.CROCKFORD.uuids();
    private static final Instant END = Instant.ofEpochMilli(Ulids.LAST_MILLI + 1);

    static final IdTraits TRAITS = IdTraits.builder("ulid")
            .bits(128)
            .ordering(Ordering.PER_GENERATOR)
            .timeSorted(true)
            .safety(Safety.RANDOM)
            .endOfLife(END)
            .notes(List.of(
                    "one generator never repeats an id; two that each make r ids in the same ms repeat one with probability below r / 2^79",
                    "within a ms each id is the previous id plus 1, so that its neighbours can be guessed",
                    ThreadRandom.COPIES + "; while the clock is behind the last id, they repeat each other's ids"))
            .build();

    private final InstantSource clock;
    private final ThreadRandom random;
    private final CallCounts counts = new CallCounts();
    private final AtomicReference<@Nullable UUID> last;

    private UlidGenerator(InstantSource clock, ThreadRandom random) {
        this.clock = clock;
        this.random = random;
        long now = Math.max(0, Math.min(clock.millis(), Ulids.LAST_MILLI));
        this.last = new AtomicReference<>(Ulids.of(Instant.ofEpochMilli(now), random));
    }

    /** A generator on the system's clock. */
    public static UlidGenerator open() {
        return open(InstantSource.system());
    }

    /**
     * A generator on a given clock.
     *
     * @param clock read for each call; a time before 1970 counts as a clock that was set back
     */
    public static UlidGenerator open(InstantSource clock) {
        return open(clock, ThreadRandom.open(false));
    }

    static UlidGenerator open(InstantSource clock, ThreadRandom random) {
        return new UlidGenerator(clock, random);
    }

    @Override
    public UUID nextUuid() {
        while (true) {
            UUID before = reached();
            UUID next = following(before);
            if (last.compareAndSet(before, next)) {
                return next;
            }
        }
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        UUID id = claim((to - from) / 2);
        for (int i = from; i < to; i += 2) {
            halves[i] = id.getMostSignificantBits();
            halves[i + 1] = id.getLeastSignificantBits();
            id = Ulids.plus(id, i + 2 < to ? 1 : 0);
        }
    }

    /** The first of so many in a row, or what was issued last if none is asked for. */
    private UUID claim(int count) {
        while (true) {
            UUID before = reached();
            if (count == 0) {
                return before;
            }
            UUID first = following(before);
            UUID end = further(first, count - 1);
            if (last.compareAndSet(before, end)) {
                return first;
            }
        }
    }

    private UUID reached() {
        UUID before = last.get();
        if (before == null) {
            throw new IllegalStateException("the generator is closed");
        }
        return before;
    }

    private UUID following(UUID before) {
        long now = clock.millis();
        if (now > Ulids.LAST_MILLI) {
            throw counts.failed(new IdsExhaustedException(
                    "the clock shows " + Instant.ofEpochMilli(now) + ", but ULIDs end with " + END));
        }
        return now > Ulids.millis(before) ? Ulids.of(Instant.ofEpochMilli(now), random) : further(before, 1);
    }

    private UUID further(UUID ulid, int count) {
        try {
            return Ulids.plus(ulid, count);
        } catch (IdsExhaustedException e) {
            throw counts.failed(e);
        }
    }

    @Override
    public String nextText() {
        return TEXT.encode(nextUuid());
    }

    @Override
    public String textOf(UUID uuid) {
        return TEXT.encode(uuid);
    }

    @Override
    public UUID parseText(String text) {
        return TEXT.decode(text);
    }

    @Override
    public int textLength() {
        return TEXT.maxLength();
    }

    @Override
    public IdStats stats() {
        UUID reached = last.get();
        long lead = reached == null ? 0 : Math.max(0, Ulids.millis(reached) - clock.millis());
        return counts.addedTo(IdStats.builder()
                .lead(Duration.ofMillis(lead))
                .closed(reached == null)
                .build());
    }

    @Override
    public IdTraits traits() {
        return TRAITS;
    }

    @Override
    public void close() {
        last.set(null);
    }
}
