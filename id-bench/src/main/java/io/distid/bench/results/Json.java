package io.distid.bench.results;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as the lab writes it: properties in the order of their records. Stateless: safe for use by any number of threads. */
public final class Json {
    /** Reads, and writes without line breaks. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private static final JsonMapper INDENTED =
            MAPPER.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** Parses foreign JSON into a tree. */
    public static JsonNode tree(String text) {
        return MAPPER.readTree(text);
    }

    /** Writes a value for people and scripts; {@code value}: a record, or a collection of records; several lines, without a line break at the end. */
    public static String indented(Object value) {
        return INDENTED.writeValueAsString(value);
    }

    /** Writes a value as short as it can be; {@code value}: a record, or a collection of records; one line. */
    public static String compact(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
