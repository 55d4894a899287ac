package io.distid.jackson;

import io.distid.NamedGenerators;
import io.distid.text.TextForm;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids in an annotated type, and their form.
 *
 * @param part the part of the type that has the ids
 * @param codec the codec of the ids
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
     * @param format of the module, which may know the generator that the annotation names
     * @param type what is annotated
     * @param key the type of its keys, if it is a map
     * @param content the type of its elements or values, if it has any
     * @param where it is, for the message
     */
    static AnnotatedId of(
            IdText text,
            JsonIdFormat format,
            Class<?> type,
            @Nullable Class<?> key,
            @Nullable Class<?> content,
            String where) {
        if (type == long[].class) {
            return new AnnotatedId(Part.LONGS, codec(text, format, long.class, where));
        }
        if (isId(type)) {
            return new AnnotatedId(Part.VALUE, codec(text, format, type, where));
        }
        if (isId(key)) {
            return new AnnotatedId(Part.KEY, codec(text, format, key, where));
        }
        if (isId(content)) {
            return new AnnotatedId(Part.CONTENT, codec(text, format, content, where));
        }
        throw new IllegalArgumentException(
                "@IdText is on " + where + ", which is a " + type.getTypeName()
                        + ": must be long, Long, UUID or long[], or an array, a collection, an Optional or a map of Long or UUID");
    }

    private static boolean isId(@Nullable Class<?> type) {
        return type == long.class || type == Long.class || type == UUID.class;
    }

    @SuppressWarnings("unchecked")
    private static JsonIdCodec<?> codec(IdText text, JsonIdFormat format, Class<?> type, String where) {
        if (!text.generator().isEmpty()) {
            return ofGenerator(text, format, type, where);
        }
        return type == UUID.class
                ? TextIdCodec.ofUuids(text.value(), text.prefix(), text.lenient())
                : JsonIdFormat.longs((Class<Long>) type, text.value(), text.prefix(), text.lenient());
    }

    @SuppressWarnings("unchecked")
    private static JsonIdCodec<?> ofGenerator(IdText text, JsonIdFormat format, Class<?> type, String where) {
        String name = text.generator();
        if (text.value() != TextForm.CANONICAL || !text.prefix().isEmpty() || text.lenient()) {
            throw new IllegalArgumentException("@IdText is on " + where + " with generator = \"" + name
                    + "\", whose text has a form already: must have neither a form nor prefix nor lenient beside it");
        }
        NamedGenerators generators = format.generators();
        if (generators == null) {
            // Not thrown here: a mapper asks each of its modules, and another one may know the generator.
            return TextIdCodec.failing(
                    type,
                    "@IdText is on " + where + " with generator = \"" + name
                            + "\", and the module knows no generators: pass them to its format by JsonIdFormat.generators, and add it as the last module");
        }
        return type == UUID.class
                ? TextIdCodec.ofUuids(generators.getUuid(name))
                : TextIdCodec.ofLongs((Class<Long>) type, generators.getLong(name));
    }
}
