package io.distid.spi;

import org.jspecify.annotations.Nullable;

/** Foreign text for a message: on one line, readable and shortened. Safe for use by any number of threads. */
final class Shown {
    private static final int MOST = 100;

    private Shown() {}

    /** In quotes, with control characters and the like escaped as in Java, and cut after about 100 characters. */
    static String quoted(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder shown = new StringBuilder("\"");
        int at = 0;
        while (at < text.length() && shown.length() <= MOST) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            if (isPlain(character)) {
                shown.appendCodePoint(character);
            } else {
                for (char unit : Character.toChars(character)) {
                    shown.append("\\u").append(Integer.toHexString(0x10000 | unit), 1, 5);
                }
            }
        }
        shown.append('"');
        return at < text.length()
                ? shown.append("... (")
                        .append(text.length())
                        .append(" characters)")
                        .toString()
                : shown.toString();
    }

    /** Whether a terminal prints it as a character, and no reader could take it for another place in the text. */
    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
