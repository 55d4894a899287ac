package io.distid.bench.way;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.text.TextForm;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** A way to get ids from a generator. The ids of all ways are compared with each other. Immutable. */
public enum Way {
    /** Single ids: {@code nextId} or {@code nextUuid}. */
    SINGLE("nextId", "nextUuid"),
    /** Many ids in one call: {@code nextIds} or {@code nextUuids}. */
    BATCH("nextIds", "nextUuids", long[].class, int.class, int.class),
    /** Single ids, read from a text: {@code nextText}. */
    TEXT("nextText", "nextText");

    private static final int ULID = 26;

    private final String ofLongs;
    private final String ofUuids;
    private final Class<?>[] parameters;

    Way(String ofLongs, String ofUuids, Class<?>... parameters) {
        this.ofLongs = ofLongs;
        this.ofUuids = ofUuids;
        this.parameters = parameters;
    }

    /**
     * The ways that a generator implements itself: the interface's defaults only use single ids. The form of {@code
     * text} is not a way: it writes a single id differently.
     */
    public static List<Way> offeredBy(IdGenerator generator) {
        return Arrays.stream(values()).filter(way -> way.isOfferedBy(generator)).toList();
    }

    /** Whether a generator has this way of its own: true for single ids. */
    public boolean isOfferedBy(IdGenerator generator) {
        if (this == TEXT && generator.getClass().getPackage() == TextForm.class.getPackage()) {
            return false;
        }
        boolean uuids = generator instanceof UuidGenerator;
        try {
            Method method = generator.getClass().getMethod(uuids ? ofUuids : ofLongs, parameters);
            return method.getDeclaringClass() != (uuids ? UuidGenerator.class : LongIdGenerator.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Takes ids: a batch by one call, others by a call for each. {@code to}: the last index, exclusive. Throws {@link
     * IllegalStateException} if a text stands for no id.
     */
    public void take(IdGenerator generator, long[] words, int from, int to) {
        if (generator instanceof LongIdGenerator longs) {
            longs(longs, words, from, to);
        } else if (generator instanceof UuidGenerator uuids) {
            uuids(uuids, words, from, to);
        }
    }

    private void longs(LongIdGenerator generator, long[] words, int from, int to) {
        if (this == BATCH) {
            generator.nextIds(words, from, to);
            return;
        }
        for (int i = from; i < to; i++) {
            words[i] = this == SINGLE
                    ? generator.nextId()
                    : decoded(generator.nextText(), TextForm.DECIMAL.longs()::decode, "no decimal number");
        }
    }

    private void uuids(UuidGenerator generator, long[] words, int from, int to) {
        if (this == BATCH) {
            generator.nextUuids(words, from, to);
            return;
        }
        for (int i = from; i < to; i += 2) {
            UUID id = this == SINGLE ? generator.nextUuid() : uuid(generator.nextText());
            words[i] = id.getMostSignificantBits();
            words[i + 1] = id.getLeastSignificantBits();
        }
    }

    private static UUID uuid(String text) {
        TextForm form = text.length() == ULID ? TextForm.CROCKFORD : TextForm.CANONICAL;
        return decoded(text, form.uuids()::decode, "neither a UUID nor a ULID");
    }

    private static <T> T decoded(String text, Function<String, T> decode, String otherwise) {
        try {
            return decode.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("returned a text that is " + otherwise + ": " + e.getMessage(), e);
        }
    }
}
