package io.distid.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.util.AccessPattern;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads ids of one type. Does not extend Jackson's base class for scalars, which would have to be serializable. */
final class IdReader2<T> extends JsonDeserializer<T> {
    private final JsonIdCodec<T> codec;

    IdReader2(JsonIdCodec<T> codec) {
        this.codec = codec;
    }

    @Override
    public Class<T> handledType() {
        return codec.type();
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            String text = json.getText();
            try {
                return codec.decode(text);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(text, codec.type(), e.getMessage());
            }
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                return codec.decodeNumber(json.getText());
            } catch (IllegalArgumentException e) {
                throw context.weirdNumberException(json.getNumberValue(), codec.type(), e.getMessage());
            }
        }
        return context.reportInputMismatch(this, "an id is a JSON %s: must be %s", token, codec.expected());
    }

    /** A missing id must not become 0. */
    @Override
    public @Nullable T getNullValue(DeserializationContext context) throws JsonMappingException {
        return codec.type().isPrimitive()
                ? context.reportInputMismatch(this, "an id is null or absent: must be %s", codec.expected())
                : null;
    }

    @Override
    public AccessPattern getNullAccessPattern() {
        return codec.type().isPrimitive() ? AccessPattern.DYNAMIC : AccessPattern.ALWAYS_NULL;
    }
}
