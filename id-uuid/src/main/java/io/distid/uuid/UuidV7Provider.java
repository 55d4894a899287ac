package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.text.TextConfig;
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
        UuidClock clock = UuidClock.of(config);
        UuidGenerator generator =
                config.text("order").equals("thread") ? UuidV7.openPerThread(clock) : UuidV7.open(clock);
        return TextConfig.apply(config, generator);
    }

    private static List<ConfigKey> keyList() {
        List<ConfigKey> keys = new ArrayList<>(UuidClock.KEYS);
        keys.add(ConfigKey.choice(
                "order",
                List.of("generator", "thread"),
                "generator",
                "what increases: all ids, or those of each thread, which share no counter"));
        return TextConfig.keys(keys);
    }
}
