package io.distid.jackson;

import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;

/** Reads ids of one type from the keys of a map. */
final class IdKeyReader3 extends KeyDeserializer {
    private final JsonIdCodec<?> codec;

    IdKeyReader3(JsonIdCodec<?> codec) {
        this.codec = codec;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
        try {
            return codec.decode(key);
        } catch (IllegalArgumentException e) {
            throw context.weirdKeyException(codec.type(), key, e.getMessage());
        }
    }
}
