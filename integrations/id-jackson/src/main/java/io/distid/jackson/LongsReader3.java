package io.distid.jackson;

import java.util.stream.LongStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads arrays of ids. */
final class LongsReader3 extends StdDeserializer<long[]> {
    private final IdReader3<Long> elements;

    LongsReader3(JsonIdCodec<Long> codec) {
        super(long[].class);
        this.elements = new IdReader3<>(codec);
    }

    @Override
    public long[] deserialize(JsonParser json, DeserializationContext context) {
        if (!json.isExpectedStartArrayToken()) {
            return context.reportInputMismatch(this, "ids are a JSON %s: must be an array", json.currentToken());
        }
        LongStream.Builder ids = LongStream.builder();
        for (int index = 0; json.nextToken() != JsonToken.END_ARRAY; index++) {
            try {
                ids.add(elements.deserialize(json, context));
            } catch (DatabindException e) {
                // Name the element, as Jackson's own readers of arrays do.
                e.prependPath(long[].class, index);
                throw e;
            }
        }
        return ids.build().toArray();
    }
}
