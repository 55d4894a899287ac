package io.distid.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Writes ids of one type. */
final class IdWriter3<T> extends StdScalarSerializer<T> {
    private final JsonIdCodec<T> codec;

    IdWriter3(JsonIdCodec<T> codec) {
        super(codec.type());
        this.codec = codec;
    }

    @Override
    public void serialize(T id, JsonGenerator json, SerializationContext context) {
        write(codec, id, json);
    }

    static <T> void write(JsonIdCodec<T> codec, T id, JsonGenerator json) {
        String text = codec.encode(id);
        if (codec.isNumber(id)) {
            // Digits are a decimal to a tree of Jackson 2, and an error to one of Jackson 3.
            json.writeNumber(Long.parseLong(text));
        } else {
            json.writeString(text);
        }
    }
}
