package io.distid.spi;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a holder asks a source of worker ids for.
 *
 * <p>Making one throws {@link io.distid.ConfigException} if the namespace, the range, the preferred id or the reservation is not allowed.
 *
 * @param namespace ids of one namespace share worker ids and layout: letters, digits, {@code . _ -}, 1 to 64 of them
 * @param firstId the least id allowed; a source that needs no server counts its own numbers from it
 * @param lastId the greatest id allowed
 * @param preferredId the id to be tried first, if the source has a choice
 * @param reservation how far ahead ticks are reserved; renewed at a third of it
 * @param fingerprint the layout (bits, epoch, tick) in words; a namespace in use with another one is refused
 * @param holder who asks, for operators: host and process
 * @param clock the holder's clock, the one its ticks are counted by
 */
public record WorkerRequest(
        String namespace,
        int firstId,
        int lastId,
        OptionalInt preferredId,
        Duration reservation,
        String fingerprint,
        String holder,
        InstantSource clock) {
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public WorkerRequest {
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(holder, "holder");
        Objects.requireNonNull(clock, "clock");
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new ConfigException("namespace is \"" + namespace
                    + "\": must be 1 to 64 letters, digits, dots, underscores or hyphens");
        }
        if (firstId < 0 || lastId < firstId) {
            throw new ConfigException("worker ids are from " + firstId + " to " + lastId
                    + ": must be from at least 0 to at least the first");
        }
        if (preferredId.isPresent() && (preferredId.getAsInt() < firstId || preferredId.getAsInt() > lastId)) {
            throw new ConfigException("worker id is " + preferredId.getAsInt() + ": must be from " + firstId + " to "
                    + lastId + ", as the layout has it");
        }
        if (reservation.toMillis() < 1) {
            throw new ConfigException("reservation is " + reservation + ": must be at least 1 ms");
        }
    }

    /**
     * A request for any id from 0 on.
     *
     * @param namespace whose ids
     * @param lastId the greatest id allowed
     * @param preferredId the id to be tried first
     * @param reservation how far ahead ticks are reserved
     * @param fingerprint the layout
     * @param holder who asks
     * @param clock the holder's clock
     */
    public WorkerRequest(
            String namespace,
            int lastId,
            OptionalInt preferredId,
            Duration reservation,
            String fingerprint,
            String holder,
            InstantSource clock) {
        this(namespace, 0, lastId, preferredId, reservation, fingerprint, holder, clock);
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
                    + (lastId - firstId) + ", as the layout has it");
        }
        return firstId + (int) number;
    }
}
