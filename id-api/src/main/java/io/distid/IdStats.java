package io.distid;

import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How a generator stands at one moment, read from what it keeps anyway: no id is counted for it. A figure that a strategy does not have is absent,
 * not 0. Immutable. Figures that were read while ids are drawn may be a moment apart.
 */
public final class IdStats {
    private final @Nullable Duration lead;
    private final @Nullable Instant refusedUntil;
    private final @Nullable WaitStats waits;
    private final Map<Class<? extends IdException>, Long> failures;
    private final @Nullable LeaseHealth lease;
    private final @Nullable SegmentStats segment;
    private final @Nullable Long retries;
    private final @Nullable Long idsLeft;
    private final boolean closed;

    private IdStats(Builder builder) {
        this.lead = builder.lead;
        this.refusedUntil = builder.refusedUntil;
        this.waits = builder.waits;
        this.failures = Map.copyOf(builder.failures);
        this.lease = builder.lease;
        this.segment = builder.segment;
        this.retries = builder.retries;
        this.idsLeft = builder.idsLeft;
        this.closed = builder.closed;
    }

    /** A builder for strategies, which set what applies to them. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder for generators that decorate another and add figures of their own. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.lead = lead;
        builder.refusedUntil = refusedUntil;
        builder.waits = waits;
        builder.failures = failures;
        builder.lease = lease;
        builder.segment = segment;
        builder.retries = retries;
        builder.idsLeft = idsLeft;
        builder.closed = closed;
        return builder;
    }

    /**
     * How far the next id's time leads the clock.
     *
     * @return zero or more; absent where ids carry no time
     */
    public Optional<Duration> lead() {
        return Optional.ofNullable(lead);
    }

    /**
     * Until when calls fail with a {@link ClockBehindException}, whatever the store answers. The next id's time is further ahead of the clock than
     * lead and wait allow. The clock was set back, or the ticks before it are taken, as after a restart of a store.
     *
     * @return when the clock shows it, calls succeed; absent if none fail for that
     */
    public Optional<Instant> refusedUntil() {
        return Optional.ofNullable(refusedUntil);
    }

    /**
     * How often calls waited, and how long.
     *
     * @return absent if calls wait only for their own round trips
     */
    public Optional<WaitStats> waits() {
        return Optional.ofNullable(waits);
    }

    /**
     * How many calls failed, by the type of the error. A store that went back counts, too, if a request in the background found it. No call may have
     * failed for it yet.
     *
     * @return types that did not occur are left out
     */
    public Map<Class<? extends IdException>, Long> failures() {
        return failures;
    }

    /**
     * The lease on the worker id: which one, until when ticks are reserved, the last renewal, failed renewals, whether it is lost.
     *
     * @return absent where there is no worker id
     */
    public Optional<LeaseHealth> lease() {
        return Optional.ofNullable(lease);
    }

    /**
     * The ranges that ids are drawn from.
     *
     * @return absent where ids are not drawn from claimed ranges
     */
    public Optional<SegmentStats> segment() {
        return Optional.ofNullable(segment);
    }

    /**
     * How often a statement was repeated, say after a deadlock.
     *
     * @return absent where nothing is repeated
     */
    public OptionalLong retries() {
        return retries == null ? OptionalLong.empty() : OptionalLong.of(retries);
    }

    /**
     * How many ids the store has left, judged by those that this generator drew.
     *
     * @return absent where the store does not count
     */
    public OptionalLong idsLeft() {
        return idsLeft == null ? OptionalLong.empty() : OptionalLong.of(idsLeft);
    }

    /**
     * Whether the generator was closed, so that the other figures show its end and no longer change.
     *
     * @return true once {@link IdGenerator#close()} has returned
     */
    public boolean closed() {
        return closed;
    }

    /** The figures that are set, by name. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "IdStats{", "}");
        add(text, "lead", lead);
        add(text, "refusedUntil", refusedUntil);
        add(text, "waits", waits);
        add(text, "failures", failures.isEmpty() ? null : failures);
        add(text, "lease", lease);
        add(text, "segment", segment);
        add(text, "retries", retries);
        add(text, "idsLeft", idsLeft);
        add(text, "closed", closed ? true : null);
        return text.toString();
    }

    private static void add(StringJoiner text, String name, @Nullable Object value) {
        if (value != null) {
            text.add(name + "=" + value);
        }
    }

    /** Collects what applies. For one thread. */
    public static final class Builder {
        private @Nullable Duration lead;
        private @Nullable Instant refusedUntil;
        private @Nullable WaitStats waits;
        private Map<Class<? extends IdException>, Long> failures = Map.of();
        private @Nullable LeaseHealth lease;
        private @Nullable SegmentStats segment;
        private @Nullable Long retries;
        private @Nullable Long idsLeft;
        private boolean closed;

        private Builder() {}

        /** Sets the lead: zero or more. */
        public Builder lead(Duration value) {
            lead = value;
            return this;
        }

        /** Sets until when calls are refused: null if they are not. */
        public Builder refusedUntil(@Nullable Instant value) {
            refusedUntil = value;
            return this;
        }

        /** Sets the waits: calls and time. */
        public Builder waits(WaitStats value) {
            waits = value;
            return this;
        }

        /** Sets the failures: how many of each type. */
        public Builder failures(Map<Class<? extends IdException>, Long> value) {
            failures = value;
            return this;
        }

        /** Sets the lease as it stands. */
        public Builder lease(LeaseHealth value) {
            lease = value;
            return this;
        }

        /** Sets the segment as it stands. */
        public Builder segment(SegmentStats value) {
            segment = value;
            return this;
        }

        /** Sets the number of retries. */
        public Builder retries(long value) {
            retries = value;
            return this;
        }

        /** Sets the number of ids left. */
        public Builder idsLeft(long value) {
            idsLeft = value;
            return this;
        }

        /** Sets whether the generator was closed: true from the end of {@link IdGenerator#close()} on. */
        public Builder closed(boolean value) {
            closed = value;
            return this;
        }

        /** Builds the snapshot. */
        public IdStats build() {
            return new IdStats(this);
        }
    }
}
