package io.distid.bench.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names options that a command does not have. The message never shows an option's value, whether attached or the next
 * word. Other programs know {@code --password secret}, so the value may be a secret.
 */
final class UnknownArguments {
    /** The name without the value. After a single hyphen it is one letter, as in {@code -psecret}. */
    private static final Pattern NAME = Pattern.compile("--[A-Za-z][A-Za-z-]*|-[A-Za-z]");

    private UnknownArguments() {}

    static String message(List<String> unmatched) {
        List<String> options = unmatched.stream()
                .filter(word -> word.startsWith("-"))
                .map(UnknownArguments::name)
                .distinct()
                .toList();
        if (options.isEmpty()) {
            return unmatched.size() == 1
                    ? "one argument is too many: \"" + unmatched.get(0) + "\""
                    : unmatched.size() + " arguments are too many, from \"" + unmatched.get(0) + "\" on";
        }
        return (options.size() == 1 ? "Unknown option: " : "Unknown options: ") + String.join(", ", options);
    }

    private static String name(String word) {
        Matcher name = NAME.matcher(word);
        String shown = name.lookingAt() ? name.group() : "-";
        return "'" + shown + (shown.length() < word.length() ? "..." : "") + "'";
    }
}
