package io.distid.jackson;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.util.AccessPattern;

/** Reads ids of one type. */
final class IdReader3<T> extends StdScalarDeserializer<T> {
    private final JsonIdCodec<T> codec;

    IdReader3(JsonIdCodec<T> codec) {
        super(codec.type());
        this.codec = codec;
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            String text = json.getString();
            try {
                return codec.decode(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, codec.type(), e.getMessage());
            }
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                return codec.decodeNumber(json.getString());
            } catch (IllegalArgumentException e) {
                throw context.weirdNumberException(json.getNumberValue(), codec.type(), e.getMessage());
            }
        }
        return context.reportInputMismatch(this, "an id is a JSON %s: must be %s", token, codec.expected());
    }

    /** A missing id must not become 0. */
    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return codec.type().isPrimitive()
                ? context.reportInputMismatch(this, "an id is null or absent: must be %s", codec.expected())
                : null;
    }

    @Override
    public AccessPattern getNullAccessPattern() {
        return codec.type().isPrimitive() ? AccessPattern.DYNAMIC : AccessPattern.ALWAYS_NULL;
    }
}
