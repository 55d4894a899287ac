package io.distid.text;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.UuidGenerator;
import io.distid.spi.IdConfig;
import java.math.BigInteger;

/** The form {@code padded:18}: decimal of a width that the settings choose. Nothing is ever cut. */
final class PaddedWidth {
    private static final String START = "padded:";
    static final String PATTERN = START + "[1-9][0-9]?";

    /** The digits of 64 bits. */
    private static final int MOST = 20;
    /** The digits of 128 bits. */
    private static final int UUID_DIGITS = 39;

    private PaddedWidth() {}

    static boolean isIn(String form) {
        return form.startsWith(START);
    }

    static int of(String form) {
        return Integer.parseInt(form.substring(START.length()));
    }

    /**
     * Refuses a width that no ids of a kind have. Checked before the generator is opened, since opening may create a counter.
     *
     * @throws ConfigException if the kind has a fixed width, or shorter ids
     */
    static void require(IdConfig config, IdKind kind) {
        int width = of(config.text("text"));
        if (kind == IdKind.UUID && width != UUID_DIGITS) {
            throw config.invalid(
                    "text", START + UUID_DIGITS + ", since a UUID may have " + UUID_DIGITS + " decimal digits");
        }
        if (kind == IdKind.LONG && width > MOST) {
            throw config.invalid("text", START + "1 to " + START + MOST + " for ids of up to 63 bits");
        }
    }

    /**
     * The form with the width of the settings.
     *
     * <p>A width too small for a format's bits is refused now. Its ids are long from the first on, or would become too long on an unforeseen day. A
     * counter's ids grow slowly, so an id that is too long is an error when it comes.
     *
     * @throws ConfigException if the generator's ids do not fit
     */
    static TextForm form(IdConfig config, IdGenerator generator) {
        int width = of(config.text("text"));
        int bits = generator.traits().bits();
        int digits = BigInteger.ONE
                .shiftLeft(bits)
                .subtract(BigInteger.ONE)
                .toString()
                .length();
        if (!(generator instanceof UuidGenerator)
                && width < digits
                && generator.traits().endOfLife() != null) {
            throw config.invalid(
                    "text",
                    "at least " + START + digits + ", since ids of these " + bits + " bits have up to " + digits
                            + " decimal digits, and are never cut");
        }
        return TextForm.PADDED;
    }
}
