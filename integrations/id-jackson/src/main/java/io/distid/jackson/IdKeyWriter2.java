package io.distid.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;

/** Writes ids of one type as the keys of a map. */
final class IdKeyWriter2<T> extends JsonSerializer<T> {
    private final JsonIdCodec<T> codec;

    IdKeyWriter2(JsonIdCodec<T> codec) {
        this.codec = codec;
    }

    @Override
    public void serialize(T id, JsonGenerator json, SerializerProvider context) throws IOException {
        json.writeFieldName(codec.encode(id));
    }
}
