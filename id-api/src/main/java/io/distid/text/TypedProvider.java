package io.distid.text;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** The form {@code typed}: {@link LongText#typed}. Stateless: safe for use by any number of threads. */
public final class TypedProvider implements TextFormProvider {
    /** Made by {@link java.util.ServiceLoader}. */
    public TypedProvider() {}

    @Override
    public String name() {
        return "typed";
    }

    @Override
    public String summary() {
        return "as TypeID for 63-bit ids: text-prefix, an underscore, and 13 characters";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public LongText longs(IdConfig config) {
        return LongText.typed(TypePrefix.of(config));
    }

    @Override
    public UuidText uuids(IdConfig config) {
        throw config.invalid("text", "typeid for UUIDs, since typed is for 63-bit ids");
    }
}
