package io.distid.jackson;

import io.distid.NamedGenerators;
import io.distid.internal.SafeIntegers;
import io.distid.text.TextForm;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The types that a Jackson module writes as strings, beyond ids with {@link IdText}. The annotation takes precedence.
 * Reading takes the same form as writing: for values, in arrays and collections, and for the keys of a map.
 *
 * <p>Immutable: each method returns a new format. Safe for use by any number of threads.
 */
public final class JsonIdFormat {
    private static final JsonIdFormat ANNOTATED = new JsonIdFormat(Map.of(), null, "annotated");

    private final Map<Class<?>, JsonIdCodec<?>> codecs;
    private final @Nullable NamedGenerators generators;
    private final String description;

    private JsonIdFormat(
            Map<Class<?>, JsonIdCodec<?>> codecs, @Nullable NamedGenerators generators, String description) {
        this.codecs = codecs;
        this.generators = generators;
        this.description = description;
    }

    /**
     * Only ids with the annotation.
     *
     * @return the format to begin with
     */
    public static JsonIdFormat annotated() {
        return ANNOTATED;
    }

    /**
     * Each {@code long}, {@code Long} and {@code long[]} as a string, whether or not it is an id. Negative numbers are
     * refused.
     *
     * @param form the form of the text
     * @return a format for all 64-bit numbers, in place of an earlier one
     */
    public JsonIdFormat longsAs(TextForm form) {
        return with("longs as " + form, longs(Long.class, form, "", false), longs(long.class, form, "", false));
    }

    /**
     * Each {@code long}, {@code Long} and {@code long[]} as a string of decimal digits if JavaScript would round it,
     * otherwise as a number. JavaScript rounds above {@link SafeIntegers#MAX} and below its negative. A JSON number
     * beyond that is refused, since it may have been rounded. A string is accepted for each value.
     *
     * @return a format for all 64-bit numbers, in place of an earlier one
     */
    public JsonIdFormat unsafeLongsAsStrings() {
        return with("unsafe longs as strings", new UnsafeLongCodec(Long.class), new UnsafeLongCodec(long.class));
    }

    /**
     * Each {@code UUID} in a form.
     *
     * @param form the form of the text
     * @return a format for all UUIDs
     */
    public JsonIdFormat uuidsAs(TextForm form) {
        return with("UUIDs as " + form, TextIdCodec.ofUuids(form, "", false));
    }

    /**
     * An application's type with a 63-bit id, as a string.
     *
     * @param <T> the type
     * @param type such as {@code record OrderId(long value)}
     * @param form the form of the text
     * @param toLong reads the id, which is never negative
     * @param fromLong makes a value of the type
     * @return a format with this type
     * @throws IllegalArgumentException if the type is {@code long} or {@code Long}, whose method is {@link #longsAs}
     */
    public <T> JsonIdFormat typeAs(Class<T> type, TextForm form, ToLongFunction<T> toLong, LongFunction<T> fromLong) {
        if (type == long.class || type == Long.class) {
            throw new IllegalArgumentException(
                    "type is " + type + ": must be a type of the application; longsAs is for all longs");
        }
        return with(type.getName() + " as " + form, TextIdCodec.ofLongs(type, form, "", false, toLong, fromLong));
    }

    /**
     * The generators that {@link IdText#generator} may name. A generator is looked up when the first value of an
     * annotated class is written or read.
     *
     * @param generators of the application
     * @return a format with these generators, in place of earlier ones
     */
    public JsonIdFormat generators(NamedGenerators generators) {
        return new JsonIdFormat(codecs, generators, description + ", generators");
    }

    @Nullable
    NamedGenerators generators() {
        return generators;
    }

    /** Such as {@code annotated, longs as crockford}. */
    @Override
    public String toString() {
        return description;
    }

    Collection<JsonIdCodec<?>> codecs() {
        return codecs.values();
    }

    static JsonIdCodec<Long> longs(Class<Long> type, TextForm form, String prefix, boolean lenient) {
        return TextIdCodec.ofLongs(type, form, prefix, lenient, Long::longValue, Long::valueOf);
    }

    private JsonIdFormat with(String what, JsonIdCodec<?>... more) {
        Map<Class<?>, JsonIdCodec<?>> all = new LinkedHashMap<>(codecs);
        for (JsonIdCodec<?> codec : more) {
            all.put(codec.type(), codec);
        }
        return new JsonIdFormat(all, generators, description + ", " + what);
    }
}
