package io.distid.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;

/** Writes ids of one type. Does not extend Jackson's base class for scalars, which would have to be serializable. */
final class IdWriter2<T> extends JsonSerializer<T> {
    private final JsonIdCodec<T> codec;

    IdWriter2(JsonIdCodec<T> codec) {
        this.codec = codec;
    }

    @Override
    public void serialize(T id, JsonGenerator json, SerializerProvider context) throws IOException {
        write(codec, id, json);
    }

    @Override
    public void serializeWithType(T id, JsonGenerator json, SerializerProvider context, TypeSerializer types)
            throws IOException {
        WritableTypeId type = types.writeTypePrefix(json, types.typeId(id, JsonToken.VALUE_STRING));
        write(codec, id, json);
        types.writeTypeSuffix(json, type);
    }

    static <T> void write(JsonIdCodec<T> codec, T id, JsonGenerator json) throws IOException {
        String text = codec.encode(id);
        if (codec.isNumber(id)) {
            // Digits are a decimal to a tree of Jackson 2, and an error to one of Jackson 3.
            json.writeNumber(Long.parseLong(text));
        } else {
            json.writeString(text);
        }
    }
}
