package io.distid.bench.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Names the replacements of removed flags and commands. */
final class MovedFlags {
    private static final Map<String, String> NOW = Map.of(
            "bars", "workshop bars",
            "--bars", "workshop bars --only <text>",
            "--scale", "workshop growth <part>",
            "--verify-ids", "nothing: docs/scale.md says how verify grows",
            "--scale-threads", "compare --threads <n>",
            "--lease-reservations", "workshop growth leases --lease-reservations <s>",
            "--lease-holders", "workshop growth leases --lease-holders <n>",
            "--lease-nodes", "workshop growth leases --lease-nodes <n>",
            "--soak", "workshop soak <time>");

    private MovedFlags() {}

    /** The advice for a command line with a moved flag; null if it has none. */
    static @Nullable String message(ParameterException e, String[] args) {
        List<String> words = e instanceof UnmatchedArgumentException unmatched ? unmatched.getUnmatched() : List.of();
        return words.stream()
                .filter(word -> word.startsWith("-") || args.length > 0 && word.equals(args[0]))
                .map(word -> word.split("=", 2)[0])
                .filter(NOW::containsKey)
                .findFirst()
                .map(word -> word + " is now: " + NOW.get(word))
                .orElse(null);
    }
}
