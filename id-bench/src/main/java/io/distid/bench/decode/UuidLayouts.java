package io.distid.bench.decode;

import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.uuid.Uuids;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The possible layouts of 128 bits and more. A UUID has its version in its bits; the length of other texts shows their
 * kind.
 */
final class UuidLayouts {
    /** The bonus for the bits of a UUID's version and variant, which are seldom random. */
    private static final double NAMES_ITSELF = -200;

    private static final long KSUID_EPOCH = 1_400_000_000;
    private static final String CROCKFORD = "crockford";

    private UuidLayouts() {}

    static List<RankedReading> of(Written written, Instant now) {
        return switch (written.form()) {
            case OtherTexts.KSUID, OtherTexts.OBJECT_ID, OtherTexts.XID -> List.of(other(written, now));
            default -> uuid(written, now);
        };
    }

    private static List<RankedReading> uuid(Written written, Instant now) {
        UUID uuid = written.uuid();
        List<RankedReading> readings = new ArrayList<>();
        Map<String, Object> fields = new LinkedHashMap<>();
        if (uuid.equals(Uuids.NIL) || uuid.equals(Uuids.MAX)) {
            String name = uuid.equals(Uuids.NIL) ? "uuid-nil" : "uuid-max";
            return List.of(RankedReading.of(written, name, null, fields, NAMES_ITSELF, now));
        }
        if (written.form().equals(CROCKFORD)) {
            readings.addAll(ofNoVersion(written, uuid, now));
        }
        if (uuid.variant() != 2) {
            fields.put("variant", uuid.variant());
            readings.add(RankedReading.of(written, "uuid without the RFC 9562 variant", null, fields, 0, now));
            return readings;
        }
        int version = uuid.version();
        String name = "uuid-v" + version;
        LayoutReader reader = reader(name);
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        Instant time = reader == null ? null : reader.time(high, low);
        if (reader == null) {
            // A hash, or a private format.
            fields.put("version", version);
        } else {
            reader.fields(high, low).forEach(field -> fields.put(field.name(), field.value()));
        }
        double bias = version >= 1 && version <= 8 ? NAMES_ITSELF : 0;
        readings.add(RankedReading.of(written, name, time, fields, bias, now, "names its version"));
        return readings;
    }

    private static RankedReading other(Written written, Instant now) {
        BigInteger value = written.value();
        Map<String, Object> fields = new LinkedHashMap<>();
        long seconds = value.shiftRight(written.bits() - 32).longValue();
        switch (written.form()) {
            case OtherTexts.KSUID -> {
                seconds += KSUID_EPOCH;
                fields.put("payload", field(value, 128, 0));
            }
            case OtherTexts.OBJECT_ID -> {
                fields.put("random", field(value, 40, 24));
                fields.put("counter", value.intValue() & 0xFF_FFFF);
            }
            default -> {
                fields.put("machine", field(value, 24, 40));
                fields.put("process", value.shiftRight(24).intValue() & 0xFFFF);
                fields.put("counter", value.intValue() & 0xFF_FFFF);
            }
        }
        return RankedReading.of(written, written.form(), Instant.ofEpochSecond(seconds), fields, 0, now);
    }

    private static String field(BigInteger value, int bits, int shift) {
        BigInteger field = value.shiftRight(shift).mod(BigInteger.ONE.shiftLeft(bits));
        String digits = field.toString(16);
        return "0".repeat(bits / 4 - digits.length()) + digits;
    }

    /** The readings by strategies of 128 bits without a version, such as ULID. */
    private static List<RankedReading> ofNoVersion(Written written, UUID uuid, Instant now) {
        List<RankedReading> readings = new ArrayList<>();
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            LayoutReader reader =
                    provider.kind() == IdKind.UUID ? provider.reader(IdConfig.of(provider, Map.of())) : null;
            if (reader != null && reader.reads(0, 0)) {
                Map<String, Object> fields = new LinkedHashMap<>();
                reader.fields(high, low).forEach(field -> fields.put(field.name(), field.value()));
                readings.add(RankedReading.of(written, provider.name(), reader.time(high, low), fields, 0, now));
            }
        }
        return readings;
    }

    private static @Nullable LayoutReader reader(String strategy) {
        return IdGenerators.providers().stream()
                .filter(provider -> provider.name().equals(strategy))
                .map(provider -> provider.reader(IdConfig.of(provider, Map.of())))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
