package io.distid.uuid;

import io.distid.spi.LayoutReader;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Reads ULIDs. Immutable. */
final class UlidReader implements LayoutReader {
    private static final long HIGH_RANDOM = 0xFFFF;

    @Override
    public Instant time(long high, long low) {
        return Ulids.time(new UUID(high, low));
    }

    @Override
    public List<Field> fields(long high, long low) {
        return List.of(new Field("random", String.format(Locale.ROOT, "%04x%016x", high & HIGH_RANDOM, low), 80));
    }

    @Override
    public Instant epoch() {
        return Instant.EPOCH;
    }
}
