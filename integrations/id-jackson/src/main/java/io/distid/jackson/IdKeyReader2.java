package io.distid.jackson;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import java.io.IOException;

/** Reads ids of one type from the keys of a map. */
final class IdKeyReader2 extends KeyDeserializer {
    private final JsonIdCodec<?> codec;

    IdKeyReader2(JsonIdCodec<?> codec) {
        this.codec = codec;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) throws IOException {
        try {
            return codec.decode(key);
        } catch (IllegalArgumentException e) {
            throw context.weirdKeyException(codec.type(), key, e.getMessage());
        }
    }
}
