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

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "ulid";
    }

    /** {@inheritDoc} */
    @Override
    public IdKind kind() {
        return IdKind.UUID;
    }

    /** {@inheritDoc} */
    @Override
    public String text() {
        return "crockford";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "ULID of time and random bits, plus 1 within a ms; increases per generator, sorts by time across";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    /** {@inheritDoc} */
    @Override
    public IdTraits traits(IdConfig config) {
        return UlidGenerator.TRAITS;
    }

    /** {@inheritDoc} */
    @Override
    public LayoutReader reader(IdConfig config) {
        return new UlidReader();
    }

    /** {@inheritDoc} */
    @Override
    public IdGenerator open(IdConfig config) {
        return UlidGenerator.open();
    }
}
