package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.text.TextConfig;
import java.util.List;

/** Opens {@link UuidV1} by name and strings. */
public final class UuidV1Provider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = TextConfig.keys(Node.keys(UuidClock.BRIEF_KEYS));

    /** For ServiceLoader. */
    public UuidV1Provider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "uuid-v1";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "UUID of Gregorian time, clock sequence and node; does not sort";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public IdGenerator open(IdConfig config) {
        Node node = Node.of(config);
        return TextConfig.apply(config, UuidV1.open(UuidClock.of(config), node));
    }
}
