package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.List;

/** Opens {@link UuidV1} by name and strings. Stateless: safe for use by any number of threads. */
public final class UuidV1Provider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public UuidV1Provider() {}

    @Override
    public String name() {
        return "uuid-v1";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String summary() {
        return "UUID of Gregorian time, clock sequence and node; does not sort";
    }

    @Override
    public List<ConfigKey> keys() {
        return Node.keys(UuidClock.briefKeys());
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return UuidV1.traits(Node.isRandom(config));
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new UuidReader(1);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        int epoch = UuidV1.epoch();
        Node node = Node.of(config);
        return UuidV1.open(epoch, UuidClock.of(config), node);
    }
}
