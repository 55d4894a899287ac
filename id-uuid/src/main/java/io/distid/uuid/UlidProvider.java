package io.distid.uuid;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.List;

/** Opens {@link UlidGenerator} by name. Stateless: safe for use by any number of threads. */
public final class UlidProvider implements IdGeneratorProvider {
    /** For ServiceLoader. */
    public UlidProvider() {}

    @Override
    public String name() {
        return "ulid";
    }

    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    @Override
    public String text() {
        return "crockford";
    }

    @Override
    public String summary() {
        return "ULID of time and random bits, plus 1 within a ms; increases per generator, sorts by time across";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return UlidGenerator.TRAITS;
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return new UlidReader();
    }

    @Override
    public IdGenerator open(IdConfig config) {
        return UlidGenerator.open();
    }
}
