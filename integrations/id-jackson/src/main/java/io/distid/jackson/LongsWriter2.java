package io.distid.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import java.io.IOException;

/** Writes arrays of ids. */
final class LongsWriter2 extends JsonSerializer<long[]> {
    private final JsonIdCodec<Long> codec;

    LongsWriter2(JsonIdCodec<Long> codec) {
        this.codec = codec;
    }

    @Override
    public boolean isEmpty(SerializerProvider context, long[] ids) {
        return ids.length == 0;
    }

    @Override
    public void serialize(long[] ids, JsonGenerator json, SerializerProvider context) throws IOException {
        json.writeStartArray(ids, ids.length);
        writeElements(ids, json);
        json.writeEndArray();
    }

    @Override
    public void serializeWithType(long[] ids, JsonGenerator json, SerializerProvider context, TypeSerializer types)
            throws IOException {
        WritableTypeId type = types.writeTypePrefix(json, types.typeId(ids, JsonToken.START_ARRAY));
        writeElements(ids, json);
        types.writeTypeSuffix(json, type);
    }

    private void writeElements(long[] ids, JsonGenerator json) throws IOException {
        for (long id : ids) {
            IdWriter2.write(codec, id, json);
        }
    }
}
