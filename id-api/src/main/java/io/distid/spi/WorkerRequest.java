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
 * @param lastId the greatest id allowed; the least is 0
 * @param preferredId the id to be tried first, if the source has a choice
 * @param reservation how far ahead ticks are reserved; renewed at a third of it
 * @param fingerprint the layout (bits, epoch, tick) in words; a namespace in use with another one is refused
 * @param holder who asks, for operators: host and process
 * @param clock the holder's clock, the one its ticks are counted by
 */
public record WorkerRequest(
        String namespace,
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
        if (lastId < 0) {
            throw new ConfigException("last worker id is " + lastId + ": must be >= 0");
        }
        if (preferredId.isPresent() && (preferredId.getAsInt() < 0 || preferredId.getAsInt() > lastId)) {
            throw new ConfigException("worker id is " + preferredId.getAsInt() + ": must be from 0 to " + lastId
                    + ", as the layout has it");
        }
        if (reservation.toMillis() < 1) {
            throw new ConfigException("reservation is " + reservation + ": must be at least 1 ms");
        }
    }
}
