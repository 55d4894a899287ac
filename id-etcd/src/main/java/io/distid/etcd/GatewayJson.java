package io.distid.etcd;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as maps, lists, strings and booleans. A number is read as its text, as etcd's gateway writes numbers of 64 bits.
 * Stateless.
 */
final class GatewayJson {
    private GatewayJson() {}

    /**
     * Reads one value.
     *
     * @throws tools.jackson.core.JacksonException if it is malformed
     */
    static Object read(String text) {
        try (JsonParser parser = factory().createParser(ObjectReadContext.empty(), text)) {
            return value(parser, parser.nextToken());
        }
    }

    static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = factory().createGenerator(ObjectWriteContext.empty(), text)) {
            write(generator, value);
        }
        return text.toString();
    }

    private static JsonFactory factory() {
        return Holder.FACTORY;
    }

    private static Object value(JsonParser parser, JsonToken token) {
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> object = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                object.put(name, value(parser, parser.nextToken()));
            }
            return object;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                list.add(value(parser, next));
            }
            return list;
        }
        return token == JsonToken.VALUE_TRUE
                ? Boolean.TRUE
                : token == JsonToken.VALUE_FALSE ? Boolean.FALSE : String.valueOf(parser.getString());
    }

    private static void write(JsonGenerator generator, Object value) {
        if (value instanceof Map<?, ?> object) {
            generator.writeStartObject();
            object.forEach((name, member) -> {
                generator.writeName(String.valueOf(name));
                write(generator, member);
            });
            generator.writeEndObject();
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            list.forEach(member -> write(generator, member));
            generator.writeEndArray();
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeString(String.valueOf(value));
        }
    }

    /** Created with the first request. */
    private static final class Holder {
        static final JsonFactory FACTORY = new JsonFactory();
    }
}
