package io.distid.bench.decode;

import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.uuid.Uuids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The possible layouts of 128 bits. A UUID has its version in its bits; a ULID and the like have none. */
final class UuidLayouts {
    /** The bonus for the bits of a UUID's version and variant, which are seldom random. */
    private static final double NAMES_ITSELF = -200;

    private UuidLayouts() {}

    static List<Reading> of(Written written, Instant now) {
        UUID uuid = new UUID(written.high(), written.low());
        if (uuid.equals(Uuids.NIL) || uuid.equals(Uuids.MAX)) {
            String name = uuid.equals(Uuids.NIL) ? "uuid-nil" : "uuid-max";
            return List.of(Reading.of(written, name, (Instant) null, Map.of(), NAMES_ITSELF, now));
        }
        List<Reading> readings = new ArrayList<>();
        boolean versioned = uuid.variant() == 2;
        String name = versioned ? "uuid-v" + uuid.version() : "uuid without the RFC 9562 variant";
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            LayoutReader reader =
                    provider.kind() == IdKind.UUID ? provider.reader(IdConfig.of(provider, Map.of())) : null;
            if (reader != null && provider.name().equals(name)) {
                readings.add(Reading.of(written, name, reader, List.of(), NAMES_ITSELF, now, "names its version"));
            } else if (reader != null && written.form().equals("crockford") && reader.reads(0, 0)) {
                readings.add(Reading.of(written, provider.name(), reader, List.of(), 0, now));
            }
        }
        if (readings.stream().noneMatch(reading -> reading.layout().equals(name))) {
            // A hash, or a private format.
            readings.add(
                    versioned
                            ? Reading.of(
                                    written,
                                    name,
                                    (Instant) null,
                                    Map.of("version", uuid.version()),
                                    Texts.isRfc(uuid) ? NAMES_ITSELF : 0,
                                    now,
                                    "names its version")
                            : Reading.of(written, name, (Instant) null, Map.of("variant", uuid.variant()), 0, now));
        }
        return readings;
    }
}
