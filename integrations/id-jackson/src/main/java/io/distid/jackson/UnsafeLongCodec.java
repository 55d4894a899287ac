package io.distid.jackson;

import io.distid.internal.SafeIntegers;
import io.distid.text.LongText;
import io.distid.text.TextForm;

/** Any {@code long}: a JSON number if JavaScript keeps it exact, otherwise a string of its decimal digits. */
record UnsafeLongCodec(Class<Long> type) implements JsonIdCodec<Long> {
    private static final LongText DECIMAL = TextForm.DECIMAL.longs();
    private static final LongText NEGATIVE = DECIMAL.prefixed("-");

    @Override
    public boolean isNumber(Long number) {
        // The absolute value of the least long is negative, and so not safe.
        return SafeIntegers.holds(Math.abs(number));
    }

    @Override
    public String encode(Long number) {
        return number.toString();
    }

    @Override
    public Long decode(String text) {
        if (!text.startsWith("-")) {
            return DECIMAL.decode(text);
        }
        long magnitude = NEGATIVE.decodeUnsigned(text);
        if (magnitude == 0 || magnitude < 0 && magnitude != Long.MIN_VALUE) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a long: must be a number of at least " + Long.MIN_VALUE + " without -0");
        }
        return -magnitude;
    }

    @Override
    public Long decodeNumber(String digits) {
        Long number = decode(digits);
        if (!isNumber(number)) {
            throw new IllegalArgumentException(
                    "as a JSON number it may have been rounded by JavaScript, which keeps integers exact up to "
                            + SafeIntegers.MAX + " only: must be a JSON string");
        }
        return number;
    }

    @Override
    public String expected() {
        return "a JSON number of at most " + SafeIntegers.MAX + ", or a JSON string of decimal digits";
    }
}
