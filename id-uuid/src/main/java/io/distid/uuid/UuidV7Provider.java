package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.ArrayList;
import java.util.List;

/** Opens {@link UuidV7} by name and strings. */
public final class UuidV7Provider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = keyList();

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
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public IdGenerator open(IdConfig config) {
        return config.text("order").equals("thread")
                ? UuidV7.openPerThread(UuidClock.of(config))
                : UuidV7.open(UuidClock.of(config));
    }

    private static List<ConfigKey> keyList() {
        List<ConfigKey> keys = new ArrayList<>(UuidClock.KEYS);
        keys.add(ConfigKey.choice(
                "order",
                List.of("generator", "thread"),
                "generator",
                "what increases: all ids, or those of each thread, which share no counter"));
        return List.copyOf(keys);
    }
}
