package io.distid.text;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a decoder is given, it reads it as encoding would have written it, or throws IllegalArgumentException. */
class DecoderFuzzTest {
    private static final String ALL = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_+/=";

    @Property(tries = 5_000)
    void anyString(@ForAll TextForm form, @ForAll String text) {
        readsOrRefuses(form, text);
    }

    @Property(tries = 5_000)
    void nearlyRightStrings(@ForAll TextForm form, @ForAll("ofLettersAndDigits") String text) {
        readsOrRefuses(form, text);
    }

    @Property(tries = 5_000)
    void textsWithOneCharacterChanged(
            @ForAll TextForm form, @ForAll long high, @ForAll long low, @ForAll int index, @ForAll char character) {
        readsOrRefuses(form, changed(form.longs().encodeUnsigned(low >>> 1), index, character));
        readsOrRefuses(form, changed(form.uuids().encode(high, low), index, character));
        char letter = ALL.charAt(character % ALL.length());
        readsOrRefuses(form, changed(form.longs().encodeUnsigned(low >>> 1), index, letter));
        readsOrRefuses(form, changed(form.uuids().encode(high, low), index, letter));
    }

    @Provide
    Arbitrary<String> ofLettersAndDigits() {
        return Arbitraries.strings().withChars(ALL).ofMinLength(8).ofMaxLength(40);
    }

    private static void readsOrRefuses(TextForm form, String text) {
        try {
            requireSame(form, text, form.longs().encodeUnsigned(form.longs().decodeUnsigned(text)));
        } catch (IllegalArgumentException e) {
            requireMessage(e);
        }
        try {
            requireSame(form, text, form.uuids().encode(form.uuids().decode(text)));
        } catch (IllegalArgumentException e) {
            requireMessage(e);
        }
    }

    private static void requireSame(TextForm form, String read, String written) {
        if (!normal(form, read).equals(normal(form, written))) {
            throw new AssertionError(form + " reads " + read + " as what it writes as " + written);
        }
    }

    /** What a form may read differently from how it writes it. */
    private static String normal(TextForm form, String text) {
        return switch (form) {
            case CROCKFORD ->
                text.toUpperCase(Locale.ROOT)
                        .replace('I', '1')
                        .replace('L', '1')
                        .replace('O', '0');
            case HEX, BASE36, BWMARRIN_BASE36, CANONICAL, JSON -> text.toLowerCase(Locale.ROOT);
            default -> text;
        };
    }

    private static void requireMessage(IllegalArgumentException e) {
        if (e.getClass() != IllegalArgumentException.class || e.getMessage() == null) {
            throw new AssertionError("not what decoding promises", e);
        }
    }

    private static String changed(String text, int index, char character) {
        StringBuilder changed = new StringBuilder(text);
        changed.setCharAt(Math.floorMod(index, text.length()), character);
        return changed.toString();
    }
}
