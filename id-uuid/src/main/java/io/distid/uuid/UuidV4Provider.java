package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.List;

/** Opens {@link UuidV4} by name and strings. Stateless: safe for use by any number of threads. */
public final class UuidV4Provider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public UuidV4Provider() {}

    @Override
    public String name() {
        return "uuid-v4";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String summary() {
        return "UUID of 122 random bits; no order, no coordination";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(ConfigKey.choice(
                "source",
                List.of("drbg", "system"),
                "drbg",
                "an AES-CTR stream for each thread, or UUID.randomUUID()"));
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return UuidV4.traits(config.text("source").equals("system"));
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new UuidReader(4);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return config.text("source").equals("system") ? UuidV4.openSystem() : UuidV4.open();
    }
}
