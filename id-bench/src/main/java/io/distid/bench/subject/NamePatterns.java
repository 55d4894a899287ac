package io.distid.bench.subject;

import io.distid.ConfigException;
import java.util.List;
import java.util.function.Function;

/** Selects things by their names on the command line. Stateless: safe for use by any number of threads. */
public final class NamePatterns {
    static final String ALL = "all";
    static final String NONE = "none";
    private static final String ANY_END = "*";

    private NamePatterns() {}

    /**
     * Selects by names.
     *
     * @param there the words before the list in messages, such as {@code on the class path are}
     * @param names the names; a trailing {@code *} matches all names with that beginning; {@code all} and {@code none} are
     *     words
     */
    public static <T> List<T> select(
            String kind, String there, List<T> all, Function<T, String> name, List<String> names) {
        for (String given : names) {
            boolean whole = given.equals(ALL) || given.equals(NONE);
            if (!whole && all.stream().noneMatch(each -> matches(given, name.apply(each)))) {
                throw new ConfigException("unknown " + kind + " \"" + given + "\": " + there + " "
                        + String.join(", ", all.stream().map(name).sorted().toList())
                        + "; * at the end of a name stands for any end, " + ALL + " for all, " + NONE + " for none");
            }
        }
        return all.stream()
                .filter(each -> names.stream().anyMatch(given -> given.equals(ALL) || matches(given, name.apply(each))))
                .toList();
    }

    private static boolean matches(String given, String name) {
        return given.endsWith(ANY_END)
                ? name.startsWith(given.substring(0, given.length() - ANY_END.length()))
                : name.equals(given);
    }
}
