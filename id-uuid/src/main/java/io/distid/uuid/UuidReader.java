package io.distid.uuid;

import io.distid.spi.LayoutReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads UUIDs of one version. Immutable. */
final class UuidReader implements LayoutReader {
    private static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");
    private static final int VARIANT = 2;
    private static final long CLOCK_SEQUENCE = 0x3FFF;
    private static final long NODE = 0xFFFF_FFFF_FFFFL;

    private final int version;

    UuidReader(int version) {
        this.version = version;
    }

    @Override
    public boolean reads(long high, long low) {
        UUID uuid = new UUID(high, low);
        return uuid.variant() == VARIANT && uuid.version() == version;
    }

    @Override
    public @Nullable Instant time(long high, long low) {
        return version == 4 ? null : Uuids.time(new UUID(high, low));
    }

    @Override
    public List<Field> fields(long high, long low) {
        List<Field> fields = new ArrayList<>(List.of(new Field("version", version, 4)));
        if (version == 7) {
            fields.add(new Field("rand-a", hex(high & 0xFFF, 3), 12));
            fields.add(new Field("rand-b", hex(low << 2 >>> 2, 16), 62));
        } else if (version != 4) {
            fields.add(new Field("clock-sequence", low >>> 48 & CLOCK_SEQUENCE, 14));
            fields.add(new Field("node", hex(low & NODE, 12), 48));
        }
        return fields;
    }

    @Override
    public @Nullable Instant epoch() {
        return switch (version) {
            case 1, 6 -> GREGORIAN;
            case 7 -> Instant.EPOCH;
            default -> null;
        };
    }

    private static String hex(long value, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "x", value);
    }
}
