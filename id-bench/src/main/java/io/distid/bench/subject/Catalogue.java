package io.distid.bench.subject;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All subjects: the strategies that the SPI finds, some of them with options, and peers.
 *
 * <p>Each has its own name and its row in the table. A {@link ConfigException} lists all names if one is unknown.
 * Stateless: safe for use by any number of threads.
 */
public final class Catalogue {
    /** The word for all of a kind. */
    public static final String ALL = NamePatterns.ALL;

    /** The word for none of a kind. */
    public static final String NONE = NamePatterns.NONE;

    private Catalogue() {}

    /** Finds a subject for a child JVM. */
    public static Subject subject(String name) {
        return Stream.of(all(), locks(List.of(ALL)), tokens(List.of(ALL)), Entities.all(), ofBars(), ofFaults())
                .flatMap(List::stream)
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigException("unknown name \"" + name + "\""));
    }

    /** All strategies, option sets and peers. */
    public static List<Subject> all() {
        return Stream.concat(strategies().stream(), peers().stream()).toList();
    }

    /** Option sets, peers and bare clients for bars that have no rows in a comparison. */
    public static List<Subject> ofBars() {
        return Declared.OF_BARS;
    }

    /** Selects locks of distid and peers. */
    public static List<Subject> locks(List<String> names) {
        return named("lock", Declared.with(Locks.all(), Subjects::locks), names);
    }

    /** Option sets and peers for the table of faults that have no rows in a comparison, and its control. */
    public static List<Subject> ofFaults() {
        return Stream.concat(Declared.OF_FAULTS.stream(), Stream.of(TextbookSnowflake.SUBJECT))
                .toList();
    }

    /** Selects subjects for faults. The control is not among them, since it always takes part. */
    public static List<Subject> underFaults(List<String> names) {
        List<Subject> all = new ArrayList<>();
        for (Subject subject : all()) {
            all.add(subject);
            Declared.OF_FAULTS.stream()
                    .filter(options -> options.origin().strategy().equals(subject.name()))
                    .forEach(all::add);
        }
        Declared.OF_FAULTS.stream()
                .filter(subject -> subject.origin().library() != null)
                .forEach(all::add);
        return named("subject", all, names);
    }

    /** A textbook Snowflake with a configured worker id. It must repeat under faults that it cannot survive. */
    public static Subject control() {
        return TextbookSnowflake.SUBJECT;
    }

    /** Selects subjects. */
    public static List<Subject> named(List<String> names) {
        return named("strategy", all(), names);
    }

    /** All strategies on the class path, each followed by its option sets. */
    public static List<Subject> strategies() {
        List<Subject> all = new ArrayList<>();
        for (IdGeneratorProvider provider : IdGenerators.providers()) {
            List<Subject> declared = Declared.ROWS.stream()
                    .filter(row -> row.origin().library() == null
                            && row.origin().strategy().equals(provider.name()))
                    .toList();
            all.addAll(declared.isEmpty() ? List.of(new StrategyRows(provider.name()).plain()) : declared);
        }
        return inProcessFirst(all);
    }

    /** All peers. */
    public static List<Subject> peers() {
        return inProcessFirst(Declared.ROWS.stream()
                .filter(row -> row.origin().library() != null)
                .toList());
    }

    /**
     * Selects strategies. {@code names}: names of rows; a trailing {@code *} matches all names with that beginning;
     * {@code all} and {@code none} are words.
     */
    public static List<Subject> strategies(List<String> names) {
        return named("strategy", strategies(), names);
    }

    /** Some peers. */
    public static List<Subject> peers(List<String> names) {
        return named("peer", peers(), names);
    }

    /** Selects stores of idempotency tokens, and the bare script beside them. */
    public static List<Subject> tokens(List<String> names) {
        return named("store of tokens", Declared.with(Tokens.all(), Subjects::tokens), names);
    }

    /** Selects ways to make an entity's id, of distid and peers. */
    public static List<Subject> entities(List<String> names) {
        return named("way to make an entity's id", Entities.all(), names);
    }

    /** The declarations beside rows: layouts, first ids, restarts. */
    public static List<Subjects> declared() {
        return Declared.ALL;
    }

    /**
     * The layouts for decoding numbers. They are the declared ones, and those of strategies whose layout nobody
     * declares.
     */
    public static List<KnownLayout> layouts() {
        return Declared.LAYOUTS;
    }

    /** The rows of a run of faults if none are named. */
    public static List<String> underFaults(Subjects.FaultRun run) {
        return Declared.ALL.stream()
                .flatMap(each -> each.underFaults().getOrDefault(run, List.of()).stream())
                .toList();
    }

    /** What a peer's documentation says. Throws {@link IllegalStateException} if they have not been looked up. */
    public static Promise promise(Subject subject) {
        Subjects declaring = Declared.BY_NAME.get(subject.name());
        Promise promise = declaring == null ? null : declaring.promise(subject.name());
        if (promise == null) {
            throw new IllegalStateException(
                    "nobody has read what the documentation of " + subject.name() + " promises");
        }
        return promise;
    }

    /** Loaded once, at first use. */
    private static final class Declared {
        private static final List<Subjects> ALL =
                ServiceLoader.load(Subjects.class, Subjects.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
        private static final List<Subject> ROWS = all(Subjects::rows);
        private static final List<Subject> OF_BARS = all(Subjects::ofBars);
        private static final List<Subject> OF_FAULTS = all(Subjects::ofFaults);
        private static final List<KnownLayout> LAYOUTS = layouts();
        /** What declares the row, or the subject of faults, of a name. */
        private static final Map<String, Subjects> BY_NAME = byName();

        private static <T> List<T> all(Function<Subjects, List<T>> some) {
            return ALL.stream().flatMap(each -> some.apply(each).stream()).toList();
        }

        private static List<Subject> with(List<Subject> ours, Function<Subjects, List<Subject>> some) {
            return Stream.concat(ours.stream(), all(some).stream()).toList();
        }

        private static Map<String, Subjects> byName() {
            Map<String, Subjects> all = new HashMap<>();
            for (Subjects each : ALL) {
                Stream.concat(each.rows().stream(), each.ofFaults().stream())
                        .forEach(row -> all.putIfAbsent(row.name(), each));
            }
            return all;
        }

        private static List<KnownLayout> layouts() {
            List<KnownLayout> all = new ArrayList<>(all(Subjects::layouts));
            for (IdGeneratorProvider provider : IdGenerators.providers()) {
                LayoutReader reader = provider.kind() == IdKind.LONG
                                && ROWS.stream()
                                        .noneMatch(
                                                row -> row.origin().strategy().equals(provider.name()))
                        ? provider.reader(IdConfig.of(provider, Map.of()))
                        : null;
                if (reader != null && reader.epoch() != null) {
                    all.add(new KnownLayout(
                            provider.name(), reader, List.of(), List.of(), 0, "", KnownLayout.Text.ANY));
                }
            }
            return all;
        }
    }

    private static List<Subject> named(String kind, List<Subject> all, List<String> names) {
        return NamePatterns.select(kind, "on the class path are", all, Subject::name, names);
    }

    private static List<Subject> inProcessFirst(List<Subject> subjects) {
        return subjects.stream()
                .sorted(Comparator.comparing(subject -> subject.server() != null))
                .toList();
    }
}
