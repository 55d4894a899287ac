package io.distid.sqids;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.text.LongText;
import io.distid.text.TextFormProvider;
import io.distid.text.UuidText;
import java.util.List;
import java.util.Locale;
import org.sqids.Sqids;

/**
 * The form {@code sqids}: short texts of 63-bit ids, made by the library of that name. They hide nothing: the alphabet is enough to read the id, and
 * the default alphabet is public. Stateless: safe for use by any number of threads.
 *
 * @see <a href="https://sqids.org">Sqids</a>
 */
public final class SqidsProvider implements TextFormProvider {
    private static final String NAME = "sqids";
    private static final String ALPHABET = "text-alphabet";
    private static final String MIN_LENGTH = "text-min-length";
    private static final int LONGEST = 100;

    /** For {@link java.util.ServiceLoader}. */
    public SqidsProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Sqids: short texts for 63-bit ids, which hide nothing";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.matching(
                                ALPHABET,
                                "[A-Za-z0-9._~-]{3,66}",
                                "3 to 66 different ASCII letters, digits, dots, underscores, tildes or hyphens",
                                Sqids.Builder.DEFAULT_ALPHABET,
                                "the characters of the texts; their order decides how ids are written")
                        .onlyWith("text=" + NAME),
                ConfigKey.integer(MIN_LENGTH, 0, LONGEST, 0L, "the least number of characters of a text")
                        .onlyWith("text=" + NAME));
    }

    @Override
    public LongText longs(IdConfig config) {
        String alphabet = config.text(ALPHABET);
        if (alphabet.chars().distinct().count() != alphabet.length()) {
            throw config.invalid(ALPHABET, "different characters, each of them once");
        }
        int minLength = (int) config.integer(MIN_LENGTH);
        Sqids sqids = Sqids.builder().alphabet(alphabet).minLength(minLength).build();
        LongText text = LongText.of(
                NAME, maxLength(alphabet, minLength), id -> sqids.encode(List.of(id)), given -> read(sqids, given));
        return config.has("text-prefix") ? text.prefixed(config.text("text-prefix")) : text;
    }

    @Override
    public UuidText uuids(IdConfig config) {
        throw config.invalid("text", "another form for UUIDs, since sqids is for 63-bit ids");
    }

    @Override
    public boolean isCaseSensitive(IdConfig config) {
        String alphabet = config.text(ALPHABET);
        return alphabet.toLowerCase(Locale.ROOT).chars().distinct().count() != alphabet.length();
    }

    /** The library also reads texts that it would not write, and may read several numbers. */
    private static long read(Sqids sqids, String text) {
        List<Long> numbers = sqids.decode(text);
        if (numbers.size() == 1 && numbers.get(0) >= 0 && sqids.encode(numbers).equals(text)) {
            return numbers.get(0);
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is not the sqids text of one id with this alphabet and length");
    }

    /** One character says how the rest is shuffled. The rest has one digit less than the alphabet has characters. */
    private static int maxLength(String alphabet, int minLength) {
        int digits = (int) Math.ceil(Long.SIZE * Math.log(2) / Math.log(alphabet.length() - 1.0));
        return Math.max(minLength, digits + 1);
    }
}
