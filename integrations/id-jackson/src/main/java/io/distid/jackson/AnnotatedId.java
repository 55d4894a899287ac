package io.distid.jackson;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where in an annotated type the ids are, and how they are written.
 *
 * @param part which part of the type the ids are
 * @param codec of the ids
 */
record AnnotatedId(Part part, JsonIdCodec<?> codec) {

    /** A part of a type. */
    enum Part {
        /** The whole. */
        VALUE,
        /** The elements of a {@code long[]}, which Jackson does not treat as a container. */
        LONGS,
        /** The keys of a map. */
        KEY,
        /** The elements of a collection or an array, or the values of a map. */
        CONTENT
    }

    /**
     * Finds the ids.
     *
     * @param type what is annotated
     * @param key the type of its keys, if it is a map
     * @param content the type of its elements or values, if it has any
     * @param where it is, for the message
     */
    static AnnotatedId of(
            IdText text, Class<?> type, @Nullable Class<?> key, @Nullable Class<?> content, String where) {
        if (type == long[].class) {
            return new AnnotatedId(Part.LONGS, codec(text, long.class));
        }
        if (isId(type)) {
            return new AnnotatedId(Part.VALUE, codec(text, type));
        }
        if (isId(key)) {
            return new AnnotatedId(Part.KEY, codec(text, key));
        }
        if (isId(content)) {
            return new AnnotatedId(Part.CONTENT, codec(text, content));
        }
        throw new IllegalArgumentException(
                "@IdText is on " + where + ", which is a " + type.getTypeName()
                        + ": must be long, Long, UUID or long[], or an array, a collection, an Optional or a map of Long or UUID");
    }

    private static boolean isId(@Nullable Class<?> type) {
        return type == long.class || type == Long.class || type == UUID.class;
    }

    @SuppressWarnings("unchecked")
    private static JsonIdCodec<?> codec(IdText text, Class<?> type) {
        return type == UUID.class
                ? TextIdCodec.ofUuids(text.value(), text.prefix(), text.lenient())
                : JsonIdFormat.longs((Class<Long>) type, text.value(), text.prefix(), text.lenient());
    }
}
