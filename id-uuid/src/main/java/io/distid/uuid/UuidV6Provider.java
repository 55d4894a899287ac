package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.List;

/** Opens {@link UuidV6} by name and strings. Stateless: safe for use by any number of threads. */
public final class UuidV6Provider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public UuidV6Provider() {}

    @Override
    public String name() {
        return "uuid-v6";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String summary() {
        return "UUID of Gregorian time, clock sequence and node; increases per generator, sorts by time across";
    }

    @Override
    public List<ConfigKey> keys() {
        return Node.keys(UuidClock.keys());
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return UuidV6.traits(Node.isRandom(config));
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new UuidReader(6);
    }

    @Override
    public IdGenerator open(IdConfig config) {
        int epoch = UuidV6.epoch();
        Node node = Node.of(config);
        return UuidV6.open(epoch, UuidClock.of(config), node);
    }
}
