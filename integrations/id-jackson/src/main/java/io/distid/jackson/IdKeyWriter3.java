package io.distid.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes ids of one type as the keys of a map. */
final class IdKeyWriter3<T> extends ValueSerializer<T> {
    private final JsonIdCodec<T> codec;

    IdKeyWriter3(JsonIdCodec<T> codec) {
        this.codec = codec;
    }

    @Override
    public void serialize(T id, JsonGenerator json, SerializationContext context) {
        json.writeName(codec.encode(id));
    }
}
