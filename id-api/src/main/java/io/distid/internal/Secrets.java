package io.distid.internal;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of some settings: as they were given, decoded and URL-encoded. Texts of drivers and servers are shown without them.
 *
 * <p>A secret of fewer than four characters may occur in unrelated words. A text that contains it is not shown at all. A URL in a text is replaced by
 * its scheme, hosts, ports and path. Immutable.
 */
public final class Secrets {
    /** Of no settings: URLs in texts are replaced, and nothing else. */
    public static final Secrets NONE = new Secrets(List.of());

    private static final String HIDDEN = "***";
    private static final String NOT_SHOWN = "(a text that is not shown, since it may hold a secret)";
    private static final int LEAST_REPLACED = 4;

    /** The longest first, since one may be a part of another. */
    private final List<String> spellings;

    private Secrets(Collection<String> values) {
        Set<String> all = new HashSet<>();
        for (String value : values) {
            String decoded = decoded(value);
            for (String each : List.of(value, decoded)) {
                String encoded = URLEncoder.encode(each, StandardCharsets.UTF_8);
                all.addAll(List.of(each, encoded, encoded.replace("+", "%20"), encoded.replace("*", "%2A")));
                all.add(lowerCaseEscapes(encoded));
                all.add(lowerCaseEscapes(encoded.replace("+", "%20")));
            }
        }
        all.removeIf(String::isBlank);
        spellings = new ArrayList<>(all);
        spellings.sort(Comparator.comparingInt(String::length).reversed());
    }

    /**
     * Secrets by their values.
     *
     * @param values in plain form, or as a URL spells them
     */
    public static Secrets of(Collection<String> values) {
        return new Secrets(values);
    }

    /** Secrets of settings. */
    public static Secrets of(Collection<String> secrets, Collection<String> addresses) {
        Set<String> values = new LinkedHashSet<>();
        for (String secret : secrets) {
            values.add(secret);
            // As ZooKeeper's user:password.
            String second = secret.substring(secret.indexOf(':') + 1);
            if (second.length() >= LEAST_REPLACED) {
                values.add(second);
            }
        }
        addresses.forEach(address -> values.addAll(Address.of(address).secrets()));
        return new Secrets(values);
    }

    /** A text of a driver or a server, fit for a message or a log. */
    public String hide(@Nullable String text) {
        String shown = String.valueOf(text);
        for (String spelling : spellings) {
            if (shown.contains(spelling)) {
                if (spelling.length() < LEAST_REPLACED) {
                    return NOT_SHOWN;
                }
                shown = shown.replace(spelling, HIDDEN);
            }
        }
        return withoutUrls(shown);
    }

    /** A URL is a word without the mark that ends a sentence or a quotation. Parsed by hand, since a text may have pages. */
    private static String withoutUrls(String text) {
        StringBuilder shown = new StringBuilder();
        int done = 0;
        for (int at = text.indexOf("://"); at >= 0; at = text.indexOf("://", done)) {
            int start = at;
            while (start > done && isOfScheme(text.charAt(start - 1))) {
                start--;
            }
            int end = at;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            int next = end;
            while (end > at + 3 && ".,;:'\")]>".indexOf(text.charAt(end - 1)) >= 0) {
                end--;
            }
            shown.append(text, done, start)
                    .append(Address.of(text.substring(start, end)))
                    .append(text, end, next);
            done = next;
        }
        return shown.append(text, done, text.length()).toString();
    }

    private static boolean isOfScheme(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "+.-:".indexOf(c) >= 0;
    }

    /**
     * An error of a driver, fit to be a cause.
     *
     * @return itself if none of their texts holds a secret, else a copy of another class with the same output and stack traces
     */
    public Throwable hide(Throwable thrown) {
        return isClean(thrown, new HashSet<>()) ? thrown : copy(thrown, new HashSet<>());
    }

    /** Compared by identity, as errors are. */
    private boolean isClean(@Nullable Throwable thrown, Set<Throwable> seen) {
        if (thrown == null || !seen.add(thrown)) {
            return true;
        }
        String text = thrown.toString();
        if (!hide(text).equals(text) || !isClean(thrown.getCause(), seen)) {
            return false;
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (!isClean(suppressed, seen)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Throwable copy(@Nullable Throwable thrown, Set<Throwable> seen) {
        if (thrown == null || !seen.add(thrown)) {
            return null;
        }
        Throwable copy = new Copy(hide(thrown.toString()), hide(thrown.getMessage()), copy(thrown.getCause(), seen));
        copy.setStackTrace(thrown.getStackTrace());
        for (Throwable suppressed : thrown.getSuppressed()) {
            Throwable each = copy(suppressed, seen);
            if (each != null) {
                copy.addSuppressed(each);
            }
        }
        return copy;
    }

    /** An error whose text held a secret. */
    private static final class Copy extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String text;

        Copy(String text, String message, @Nullable Throwable cause) {
            super(message, cause);
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // It is not encoded.
            return value;
        }
    }

    private static String lowerCaseEscapes(String encoded) {
        StringBuilder text = new StringBuilder(encoded);
        for (int at = text.indexOf("%"); at >= 0 && at + 3 <= text.length(); at = text.indexOf("%", at + 1)) {
            text.replace(at, at + 3, text.substring(at, at + 3).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    /** Three asterisks. */
    @Override
    public String toString() {
        return HIDDEN;
    }
}
