package io.distid.jackson;

import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.text.LongText;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** Ids that are strings of one form, always. */
record TextIdCodec<T>(
        Class<T> type, String form, boolean lenient, Function<T, String> encoder, Function<String, T> decoder)
        implements JsonIdCodec<T> {
    private static final String OF_GENERATOR = "generator's";

    static <T> TextIdCodec<T> ofLongs(
            Class<T> type,
            TextForm form,
            String prefix,
            boolean lenient,
            ToLongFunction<T> toLong,
            LongFunction<T> fromLong) {
        TextForm unquoted = unquoted(form);
        LongText plain = prefix.isEmpty() ? unquoted.longs() : unquoted.longs().prefixed(prefix);
        LongText text = lenient ? plain.lenient() : plain;
        return new TextIdCodec<>(
                type,
                unquoted.toString(),
                lenient,
                id -> text.encode(toLong.applyAsLong(id)),
                given -> fromLong.apply(text.decode(given)));
    }

    static TextIdCodec<UUID> ofUuids(TextForm form, String prefix, boolean lenient) {
        TextForm unquoted = unquoted(form);
        UuidText plain = prefix.isEmpty() ? unquoted.uuids() : unquoted.uuids().prefixed(prefix);
        UuidText text = lenient ? plain.lenient() : plain;
        return new TextIdCodec<>(UUID.class, unquoted.toString(), lenient, text::encode, text::decode);
    }

    static TextIdCodec<Long> ofLongs(Class<Long> type, LongIdGenerator generator) {
        return new TextIdCodec<>(type, OF_GENERATOR, false, generator::textOf, generator::parseText);
    }

    static TextIdCodec<UUID> ofUuids(UuidGenerator generator) {
        return new TextIdCodec<>(UUID.class, OF_GENERATOR, false, generator::textOf, generator::parseText);
    }

    /** Writes and reads nothing. */
    static <T> TextIdCodec<T> failing(Class<T> type, String why) {
        return new TextIdCodec<>(
                type,
                OF_GENERATOR,
                false,
                id -> {
                    throw new IllegalArgumentException(why);
                },
                text -> {
                    throw new IllegalArgumentException(why);
                });
    }

    @Override
    public boolean isNumber(T id) {
        return false;
    }

    @Override
    public String encode(T id) {
        return encoder.apply(id);
    }

    @Override
    public T decode(String text) {
        T id = decoder.apply(text);
        if (!lenient) {
            String written = encode(id);
            if (!written.equals(text)) {
                throw new IllegalArgumentException("\"" + text + "\" is not how this id is written: must be \""
                        + written + "\", unless lenient = true accepts other spellings");
            }
        }
        return id;
    }

    @Override
    public T decodeNumber(String digits) {
        throw new IllegalArgumentException("it is a JSON number: must be " + expected());
    }

    @Override
    public String expected() {
        return "a JSON string with a " + form + " text";
    }

    private static TextForm unquoted(TextForm form) {
        return form == TextForm.JSON ? TextForm.CANONICAL : form;
    }
}
