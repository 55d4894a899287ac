package io.distid.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes arrays of ids. */
final class LongsWriter3 extends StdSerializer<long[]> {
    private final JsonIdCodec<Long> codec;

    LongsWriter3(JsonIdCodec<Long> codec) {
        super(long[].class);
        this.codec = codec;
    }

    @Override
    public boolean isEmpty(SerializationContext context, long[] ids) {
        return ids.length == 0;
    }

    @Override
    public void serialize(long[] ids, JsonGenerator json, SerializationContext context) {
        json.writeStartArray(ids, ids.length);
        writeElements(ids, json);
        json.writeEndArray();
    }

    @Override
    public void serializeWithType(long[] ids, JsonGenerator json, SerializationContext context, TypeSerializer types) {
        WritableTypeId type = types.writeTypePrefix(json, context, types.typeId(ids, JsonToken.START_ARRAY));
        writeElements(ids, json);
        types.writeTypeSuffix(json, context, type);
    }

    private void writeElements(long[] ids, JsonGenerator json) {
        for (long id : ids) {
            IdWriter3.write(codec, id, json);
        }
    }
}
