package io.distid.bench.cli;

import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers of ASCII digits: the JDK takes those of every script, and a reader does not see that they are others. */
final class AsciiNumbers {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

    private AsciiNumbers() {}

    static void register(CommandLine line) {
        line.registerConverter(int.class, text -> whole(text, Integer::valueOf));
        line.registerConverter(Integer.class, text -> whole(text, Integer::valueOf));
        line.registerConverter(long.class, text -> whole(text, Long::valueOf));
    }

    private static <T> T whole(String text, Function<String, T> parse) {
        try {
            if (WHOLE.matcher(text).matches()) {
                return parse.apply(text);
            }
        } catch (NumberFormatException e) {
            // Too large for its type: said in the same words.
        }
        throw new TypeConversionException("\"" + text + "\" must be a whole number");
    }
}
