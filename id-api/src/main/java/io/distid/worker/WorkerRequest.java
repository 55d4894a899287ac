package io.distid.worker;

import io.distid.ConfigException;
import io.distid.internal.lease.Holders;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a holder asks a source of worker ids for.
 *
 * <p>Making one throws {@link io.distid.ConfigException} if the namespace, the range, the preferred id or the reservation is not
 * allowed. Immutable.
 *
 * @param namespace ids of one namespace share worker ids and layout: letters, digits, {@code . _ -}, 1 to 64 of them
 * @param firstId the least id allowed; a source that needs no server counts its own numbers from it
 * @param preferredId the id to be tried first, if the source has a choice
 * @param reservation how far ahead ticks are reserved, from 1 ms to 36500 days; renewed at a third of it
 * @param fingerprint the layout (bits, epoch, tick) in words. A namespace in use with another layout is refused: within this process always, and by
 *     sources with a store or a file also beyond it.
 * @param holder who asks, for operators: host and process; null for this process
 * @param clock the holder's clock, the one its ticks are counted by
 * @param renewer renews a granted lease: by default on a thread of its source; simulations, which own time, call {@link RenewedLease#renew()}
 */
public record WorkerRequest(
        String namespace,
        int firstId,
        int lastId,
        OptionalInt preferredId,
        Duration reservation,
        String fingerprint,
        @Nullable String holder,
        InstantSource clock,
        Consumer<RenewedLease> renewer) {
    /** What a namespace matches. */
    public static final String NAMESPACE = "[A-Za-z0-9._-]{1,64}";

    private static final int LONGEST_NAMESPACE = 64;

    /** Not a method reference, so that {@link RenewedLease} is not loaded where no lease is granted that has to be renewed. */
    private static final Consumer<RenewedLease> ON_A_THREAD = new Consumer<>() {
        @Override
        public void accept(RenewedLease lease) {
            lease.renewInBackground();
        }
    };

    private static final Duration LONGEST_RESERVATION = Duration.ofDays(36_500);

    public WorkerRequest {
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(renewer, "renewer");
        if (!isNamespace(namespace)) {
            throw new ConfigException("namespace is \"" + namespace
                    + "\": must be 1 to 64 letters, digits, dots, underscores or hyphens");
        }
        if (firstId < 0 || lastId < firstId) {
            throw new ConfigException("worker ids are from " + firstId + " to " + lastId
                    + ": must be from at least 0 to at least the first");
        }
        if (preferredId.isPresent() && (preferredId.getAsInt() < firstId || preferredId.getAsInt() > lastId)) {
            throw new ConfigException("worker id is " + preferredId.getAsInt() + ": must be from " + firstId + " to "
                    + lastId + ", the range of the layout");
        }
        // Compared as durations: one that long nanoseconds do not hold must be refused, too.
        if (reservation.compareTo(Duration.ofMillis(1)) < 0 || reservation.compareTo(LONGEST_RESERVATION) > 0) {
            throw new ConfigException("reservation is " + reservation + ": must be from 1 ms to "
                    + LONGEST_RESERVATION.toDays() + " days");
        }
    }

    /**
     * Who asks. This process is looked up only here: its number takes ms to find out, and a worker id without a store does not need it.
     *
     * @return host and process
     */
    @Override
    public String holder() {
        return holder == null ? Holders.self() : holder;
    }

    /** By hand, since a regular expression costs ms on the way to the first id. */
    private static boolean isNamespace(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= LONGEST_NAMESPACE;
    }

    /** A request for a lease that renews itself. */
    public WorkerRequest(
            String namespace,
            int firstId,
            int lastId,
            OptionalInt preferredId,
            Duration reservation,
            String fingerprint,
            @Nullable String holder,
            InstantSource clock) {
        this(namespace, firstId, lastId, preferredId, reservation, fingerprint, holder, clock, ON_A_THREAD);
    }

    /** A request for any id from 0 on. */
    public WorkerRequest(
            String namespace,
            int lastId,
            OptionalInt preferredId,
            Duration reservation,
            String fingerprint,
            @Nullable String holder,
            InstantSource clock) {
        this(namespace, 0, lastId, preferredId, reservation, fingerprint, holder, clock);
    }

    /** The same with another id to be tried first. */
    public WorkerRequest withPreferredId(int id) {
        return new WorkerRequest(
                namespace, firstId, lastId, OptionalInt.of(id), reservation, fingerprint, holder, clock, renewer);
    }

    /** The same with another reservation. */
    public WorkerRequest withReservation(Duration duration) {
        return new WorkerRequest(
                namespace, firstId, lastId, preferredId, duration, fingerprint, holder, clock, renewer);
    }

    /**
     * The same from another holder's clock.
     *
     * @param other the clock that ticks are counted by
     */
    public WorkerRequest withClock(InstantSource other) {
        return new WorkerRequest(
                namespace, firstId, lastId, preferredId, reservation, fingerprint, holder, other, renewer);
    }

    /** The same in another namespace. */
    public WorkerRequest withNamespace(String other) {
        return new WorkerRequest(other, firstId, lastId, preferredId, reservation, fingerprint, holder, clock, renewer);
    }

    /** The same for another holder. */
    public WorkerRequest withHolder(String other) {
        return new WorkerRequest(
                namespace, firstId, lastId, preferredId, reservation, fingerprint, other, clock, renewer);
    }

    /** The same for other ids, without a preferred one. */
    public WorkerRequest withIds(int first, int last) {
        return new WorkerRequest(
                namespace, first, last, OptionalInt.empty(), reservation, fingerprint, holder, clock, renewer);
    }

    /**
     * The same, renewed by somebody else: for simulations.
     *
     * @param other is given each lease that is granted, before the source returns it
     */
    public WorkerRequest withRenewer(Consumer<RenewedLease> other) {
        return new WorkerRequest(
                namespace, firstId, lastId, preferredId, reservation, fingerprint, holder, clock, other);
    }

    /**
     * The id that a source's own number stands for: the number is counted from the first id allowed.
     *
     * @param number a worker id within this request's range, counted from 0
     * @param origin where the number comes from, for the message
     * @return {@code firstId + number}
     * @throws ConfigException if it lies above {@link #lastId()}
     */
    public int idOf(long number, String origin) {
        if (number < 0 || number > lastId - firstId) {
            throw new ConfigException("worker id is " + number + " (" + origin + "): must be from 0 to "
                    + (lastId - firstId) + ", the range of the layout");
        }
        return firstId + (int) number;
    }
}
