package io.distid.bench.cli;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Makes command lines with one mistake each, of every kind for every option of every command. Options come from the parser's own model,
 * so one that is added later is tried as well.
 */
final class BadCommandLines {
    /** In each line that has room for one: it must not come back in the answer. */
    static final String SECRET = "s3cr3t";

    private static final List<String> NO_NUMBERS =
            List.of("", "many", "1.5.2", "\u0665", "0x", "1 2", "--", "1\u001b[2J", "x".repeat(20_000));
    private static final List<String> OUT_OF_RANGE = List.of(
            "-1", "-2147483648", "2147483648", "9223372036854775807", "9223372036854775808", "1" + "0".repeat(300));
    private static final List<String> SECRETS = List.of(
            SECRET,
            SECRET + "%zz",
            "p@" + SECRET,
            SECRET + ":@//",
            "/" + SECRET + "?",
            SECRET + " " + SECRET,
            "-" + SECRET);

    /** What makes a line complete without a mistake in it; a run is never reached. */
    private static final Map<String, List<String>> COMPLETE = Map.ofEntries(
            entry("compare", List.of("--strategies", "uuid-v4")),
            entry("report", List.of("no/such/results.json")),
            entry("faults", List.of("--profile", "tiny")),
            entry("list", List.of()),
            entry("describe", List.of("uuid-v4")),
            entry("next", List.of("uuid-v4")),
            entry("decode", List.of("175928847299117063")),
            entry("draw", List.of("uuid-v4", "--out", "target/not-drawn.bin")),
            entry("verify", List.of("uuid-v4")),
            entry("leases", List.of("--store", "redis", "--namespace", "orders", "-Durl=redis://127.0.0.1:1")),
            entry("plan-scale-out", List.of("mysql-auto-increment", "--add", "jdbc:mysql://127.0.0.1:1/ids")));

    /** What an option may not stand beside, of the modes that a command has. */
    private static final Map<List<String>, Set<String>> MODES = Map.of(
            List.of("verify", "--file", "x"), Set.of("--file", "--unordered", "--uuids", "--json"),
            List.of("verify", "--control"), Set.of("--control", "--json"),
            List.of("verify", "uuid-v4"), Set.of("--nodes", "--threads", "--ids", "--seconds", "-D", "--json"),
            List.of("compare", "a", "b"), Set.of("--json", "--tolerance"));

    private static final Set<String> HARMLESS = Set.of("--help", "--version", "--verbose");

    private final Random random;
    private final List<List<String>> lines = new ArrayList<>();

    private BadCommandLines(long seed) {
        random = new Random(seed);
    }

    static List<List<String>> of(long seed) {
        BadCommandLines made = new BadCommandLines(seed);
        for (CommandLine command : Main.commands().getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            if (COMPLETE.containsKey(spec.name())) {
                made.unknownOptions(spec);
                spec.options().forEach(option -> made.badValues(spec, option));
            }
        }
        made.withoutEffect();
        return made.lines;
    }

    private void unknownOptions(CommandSpec spec) {
        add(spec, "--" + "x".repeat(20_000));
        String unknown = "--" + "abcdefgh".charAt(random.nextInt(8)) + "q-" + random.nextInt(10);
        for (String secret : SECRETS) {
            switch (random.nextInt(4)) {
                case 0 -> add(spec, "--password", secret);
                case 1 -> add(spec, "--password=" + secret);
                case 2 -> add(spec, "-p" + secret);
                default -> add(spec, unknown, "password=" + secret);
            }
        }
    }

    private void badValues(CommandSpec spec, OptionSpec option) {
        if (HARMLESS.contains(option.longestName())) {
            return;
        }
        String name = option.longestName();
        if (option.arity().max() == 0) {
            add(spec, name + "=many");
            return;
        }
        lines.add(with(spec, List.of(name)));
        if (name.equals("-D")) {
            SECRETS.forEach(secret -> add(spec, "-D" + secret));
        }
        if (isNumber(option)) {
            for (String value : NO_NUMBERS) {
                add(spec, name + "=" + value);
            }
            for (String value : OUT_OF_RANGE) {
                add(spec, name, value);
                // The last one counts: a good one before it changes nothing.
                add(spec, name, "1", name + "=-" + (1 + random.nextInt(1000)));
            }
        }
        if (name.equals("--profile")
                || name.equals("--strategies")
                || name.equals("--peers")
                || name.equals("--faults")
                || name.equals("--subjects")
                || name.equals("--format")
                || name.equals("--only")) {
            add(spec, name, "nope" + random.nextInt(1000));
        }
    }

    private static boolean isNumber(ArgSpec option) {
        Class<?> type = option.auxiliaryTypes()[0];
        return type == int.class || type == Integer.class || type == long.class || type == double.class;
    }

    private void withoutEffect() {
        Map<String, CommandSpec> specs = Main.commands().getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(spec -> COMPLETE.containsKey(spec.name()))
                .collect(Collectors.toMap(CommandSpec::name, spec -> spec));
        MODES.forEach((mode, effective) -> {
            for (OptionSpec option : specs.get(mode.get(0)).options()) {
                String name = option.longestName();
                if (!effective.contains(name) && !HARMLESS.contains(name)) {
                    List<String> line = new ArrayList<>(mode);
                    line.add(
                            option.arity().max() == 0 ? name : name + (name.equals("-D") ? "a=b" : "=" + good(option)));
                    lines.add(line);
                }
            }
        });
        lines.add(List.of("compare", "--json"));
        lines.add(List.of("compare", "--tolerance", "5"));
    }

    private static String good(OptionSpec option) {
        return isNumber(option) ? "2" : option.longestName().equals("--profile") ? "tiny" : "all";
    }

    private void add(CommandSpec spec, String... mistake) {
        lines.add(with(spec, List.of(mistake)));
    }

    private List<String> with(CommandSpec spec, List<String> mistake) {
        List<String> line = new ArrayList<>();
        line.add(spec.name());
        line.addAll(COMPLETE.get(spec.name()));
        // The last of two counts, so what follows the mistake must not mend it.
        if (random.nextBoolean() && mistake.size() > 1 && !line.contains(mistake.get(0))) {
            line.addAll(1, mistake);
        } else {
            line.addAll(mistake);
        }
        return line;
    }
}
