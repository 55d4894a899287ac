package io.distid.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the fields of ids of one layout. Immutable: safe for use by any number of threads. */
public interface LayoutReader {

    /** A field of an id. Immutable. */
    record Field(String name, Object value, int bits) {}

    /**
     * Whether an id can be of this layout.
     *
     * @param high the upper half of a UUID; 0 of other ids
     * @param low the lower half of a UUID, or the id
     * @return false if it has bits that the layout has no place for
     */
    default boolean reads(long high, long low) {
        return true;
    }

    /**
     * The start of an id's tick.
     *
     * @param high the upper half of a UUID; 0 of other ids
     * @param low the lower half of a UUID, or the id
     * @return null if ids carry no time
     */
    @Nullable
    Instant time(long high, long low);

    /**
     * An id's fields without its time.
     *
     * @param high the upper half of a UUID; 0 of other ids
     * @param low the lower half of a UUID, or the id
     * @return from the highest bits to the lowest
     */
    List<Field> fields(long high, long low);

    /**
     * The first moment that ids can carry.
     *
     * @return null if they carry no time
     */
    default @Nullable Instant epoch() {
        return null;
    }

    /**
     * How long after the epoch the layout ends, if settings move the epoch.
     *
     * @return null if no setting moves it
     */
    default @Nullable Duration lasts() {
        return null;
    }

    /**
     * How many generators can have different worker ids.
     *
     * @return 0 if ids have no assigned worker id
     */
    default int workerIds() {
        return 0;
    }
}
