package io.distid.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.stream.LongStream;

/** Reads arrays of ids. */
final class LongsReader2 extends JsonDeserializer<long[]> {
    private final IdReader2<Long> elements;

    LongsReader2(JsonIdCodec<Long> codec) {
        this.elements = new IdReader2<>(codec);
    }

    @Override
    public Class<?> handledType() {
        return long[].class;
    }

    @Override
    public long[] deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (!json.isExpectedStartArrayToken()) {
            return context.reportInputMismatch(this, "ids are a JSON %s: must be an array", json.currentToken());
        }
        LongStream.Builder ids = LongStream.builder();
        for (int index = 0; json.nextToken() != JsonToken.END_ARRAY; index++) {
            try {
                ids.add(elements.deserialize(json, context));
            } catch (JsonMappingException e) {
                // Name the element, as Jackson's own readers of arrays do.
                e.prependPath(long[].class, index);
                throw e;
            }
        }
        return ids.build().toArray();
    }
}
