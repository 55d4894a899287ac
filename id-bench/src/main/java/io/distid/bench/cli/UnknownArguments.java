package io.distid.bench.cli;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Names options that a command does not have. The message never shows an option's value, whether attached or the next
 * word. Other programs know {@code --password secret}, so the value may be a secret.
 */
final class UnknownArguments {
    /** The name without the value. After a single hyphen it is one letter, as in {@code -psecret}. */
    private static final Pattern NAME = Pattern.compile("--[A-Za-z][A-Za-z-]*|-[A-Za-z]");

    /** The replacements of removed flags and commands. */
    private static final Map<String, String> MOVED = Map.of(
            "bars", "workshop bars",
            "--bars", "workshop bars --only <text>",
            "--scale", "workshop growth <part>",
            "--verify-ids", "nothing: docs/scale.md says how verify grows",
            "--scale-threads", "compare --threads <n>",
            "--lease-reservations", "workshop growth leases --lease-reservations <s>",
            "--lease-holders", "workshop growth leases --lease-holders <n>",
            "--lease-nodes", "workshop growth leases --lease-nodes <n>",
            "--soak", "workshop soak <time>");

    private UnknownArguments() {}

    /** The advice for a command line with a moved flag; null if it has none. */
    static @Nullable String moved(ParameterException e, String[] args) {
        List<String> words = e instanceof UnmatchedArgumentException unmatched ? unmatched.getUnmatched() : List.of();
        return words.stream()
                .filter(word -> word.startsWith("-") || args.length > 0 && word.equals(args[0]))
                .map(word -> word.split("=", 2)[0])
                .filter(MOVED::containsKey)
                .findFirst()
                .map(word -> word + " is now: " + MOVED.get(word))
                .orElse(null);
    }

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
