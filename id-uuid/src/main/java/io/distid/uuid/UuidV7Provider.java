package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** Opens {@link UuidV7} by name and strings. */
public final class UuidV7Provider implements IdGeneratorProvider {

    /** For ServiceLoader. */
    public UuidV7Provider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "uuid-v7";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "UUID of time, counter and random bits; increases per generator, sorts by time across";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return UuidClock.KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public IdGenerator open(IdConfig config) {
        return UuidV7.open(UuidClock.of(config));
    }
}
