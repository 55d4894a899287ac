package io.distid.text;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/** A provider without a key of its own. */
record OneProvider(IdGenerator generator) implements IdGeneratorProvider {
    @Override
    public String name() {
        return "text-test";
    }

    @Override
    public IdKind kind() {
        return generator instanceof LongIdGenerator ? IdKind.LONG : IdKind.UUID;
    }

    @Override
    public String summary() {
        return "keys of the text";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return generator;
    }
}
