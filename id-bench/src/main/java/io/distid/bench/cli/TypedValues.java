package io.distid.bench.cli;

import io.distid.internal.Durations;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses flags with numbers and durations. Numbers must have ASCII digits. The JDK accepts digits of all scripts, and a
 * reader may not see the difference. Durations are written as in settings.
 */
final class TypedValues {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

    private TypedValues() {}

    static void register(CommandLine line) {
        line.registerConverter(int.class, text -> whole(text, Integer::valueOf));
        line.registerConverter(Integer.class, text -> whole(text, Integer::valueOf));
        line.registerConverter(long.class, text -> whole(text, Long::valueOf));
        line.registerConverter(double.class, TypedValues::decimal);
        line.registerConverter(Duration.class, TypedValues::duration);
    }

    private static <T> T whole(String text, Function<String, T> parse) {
        try {
            if (WHOLE.matcher(text).matches()) {
                return parse.apply(text);
            }
        } catch (NumberFormatException e) {
            // Too large for its type: the error is the same.
        }
        throw new TypeConversionException("\"" + text + "\" must be a whole number");
    }

    private static double decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new TypeConversionException("\"" + text + "\" must be a number");
        }
        return Double.parseDouble(text);
    }

    private static Duration duration(String text) {
        try {
            return Durations.parse(text);
        } catch (RuntimeException e) {
            throw new TypeConversionException("\"" + text + "\" must be a time such as 90s, 30m or 2h");
        }
    }
}
