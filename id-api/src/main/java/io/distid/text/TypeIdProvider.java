package io.distid.text;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** The form {@code typeid}: {@link UuidText#typeId}. Stateless: safe for use by any number of threads. */
public final class TypeIdProvider implements TextFormProvider {
    /** Made by {@link java.util.ServiceLoader}. */
    public TypeIdProvider() {}

    @Override
    public String name() {
        return "typeid";
    }

    @Override
    public String summary() {
        return "TypeID: text-prefix, an underscore, and a UUID in 26 characters";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public LongText longs(IdConfig config) {
        throw config.invalid("text", "typed for 63-bit ids, since a TypeID is a UUID");
    }

    @Override
    public UuidText uuids(IdConfig config) {
        return UuidText.typeId(TypePrefix.of(config));
    }
}
