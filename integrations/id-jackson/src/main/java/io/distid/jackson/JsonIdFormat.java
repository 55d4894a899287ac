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
 * What a module for Jackson writes as strings, beyond what is annotated with {@link IdText}, which wins over all of this. Whatever a
 * type is written as is how it is read, as a value, in arrays and collections, and as the key of a map.
 *
 * <p>Immutable: each method returns another one. Safe for use by any number of threads.
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
     * Only what has the annotation.
     *
     * @return to begin with
     */
    public static JsonIdFormat annotated() {
        return ANNOTATED;
    }

    /**
     * Each {@code long}, {@code Long} and {@code long[]} as a string, be it an id or not; negative numbers are refused.
     *
     * @param form how it is written
     * @return with all numbers of 64 bits, in place of what was said of them before
     */
    public JsonIdFormat longsAs(TextForm form) {
        return with("longs as " + form, longs(Long.class, form, "", false), longs(long.class, form, "", false));
    }

    /**
     * Each {@code long}, {@code Long} and {@code long[]} as a string of decimal digits where it is above {@link SafeIntegers#MAX} or below its negative,
     * so that JavaScript would round it, and as a number where it is not. A number beyond that is refused when it is read, since it may
     * have been rounded; a string is taken for any.
     *
     * @return with all numbers of 64 bits, in place of what was said of them before
     */
    public JsonIdFormat unsafeLongsAsStrings() {
        return with("unsafe longs as strings", new UnsafeLongCodec(Long.class), new UnsafeLongCodec(long.class));
    }

    /**
     * Each {@code UUID} in a form.
     *
     * @param form how it is written
     * @return with all UUIDs
     */
    public JsonIdFormat uuidsAs(TextForm form) {
        return with("UUIDs as " + form, TextIdCodec.ofUuids(form, "", false));
    }

    /**
     * A type of the application that holds a 63-bit id, as a string.
     *
     * @param <T> the type
     * @param type such as {@code record OrderId(long value)}
     * @param form how it is written
     * @param toLong the id that it holds, never negative
     * @param fromLong makes one
     * @return with this type
     * @throws IllegalArgumentException if the type is {@code long} or {@code Long}, whose method is {@link #longsAs}
     */
    public <T> JsonIdFormat typeAs(Class<T> type, TextForm form, ToLongFunction<T> toLong, LongFunction<T> fromLong) {
        if (type == long.class || type == Long.class) {
            throw new IllegalArgumentException(
                    "type is " + type + ": must be one of the application; longsAs is for all longs");
        }
        return with(type.getName() + " as " + form, TextIdCodec.ofLongs(type, form, "", false, toLong, fromLong));
    }

    /**
     * The generators that {@link IdText#generator} may name. One is asked for when the first value of an annotated class is written or read.
     *
     * @param generators of the application
     * @return with these generators, in place of those before
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
