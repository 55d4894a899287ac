package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.ArrayList;
import java.util.List;

/** Opens {@link UuidV7} by name and strings. Stateless: safe for use by any number of threads. */
public final class UuidV7Provider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public UuidV7Provider() {}

    @Override
    public String name() {
        return "uuid-v7";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String summary() {
        return "UUID of time, counter and random bits; increases per generator, sorts by time across";
    }

    @Override
    public List<ConfigKey> keys() {
        List<ConfigKey> keys = new ArrayList<>(UuidClock.keys());
        keys.add(ConfigKey.choice(
                "order",
                List.of("generator", "thread"),
                "generator",
                "what increases: all ids, or those of each thread, which share no counter"));
        keys.add(ConfigKey.choice(
                "source",
                List.of("drbg", "fast"),
                "drbg",
                "an AES-CTR stream for each thread, or random bits that can be predicted from a few ids"));
        return keys;
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return UuidV7.traits(
                config.text("order").equals("thread") ? Ordering.PER_THREAD : Ordering.PER_GENERATOR,
                config.text("source").equals("fast"));
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new UuidReader(7);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        UuidClock clock = UuidClock.of(config);
        ThreadRandom random = ThreadRandom.open(config.text("source").equals("fast"));
        return config.text("order").equals("thread") ? new UuidV7PerThread(clock, random) : UuidV7.open(clock, random);
    }
}
