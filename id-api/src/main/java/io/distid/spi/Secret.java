package io.distid.spi;

import java.util.Objects;
import java.util.regex.Pattern;

/** A value that must not be printed: its {@link #toString()} shows nothing of it. Immutable. */
public final class Secret {
    /* Too much rather than too little: a password may hold what should have been escaped, and a malformed URL is just what
     * ends up in a message. So user info reaches to the last @ of the word, and a parameter's value over any comma; behind a ? or an & it
     * reaches to the next & of the word, since there a ; or a ) ends nothing. A form that a message shows, [user:password@], is none. */
    private static final Pattern USER_INFO =
            Pattern.compile("(?<=//)(?!\\[user:password@)(?:[^/@\\s:]*+:\\S*|[^/?#]*)@");
    private static final String NAME = "(?:password|passwd|pwd|secret|token)[a-z0-9]{0,64}+=";
    private static final Pattern QUERY = Pattern.compile("(?i)([?&][a-z0-9._-]{0,64}?" + NAME + ")[^&\\s]*");
    private static final Pattern PARAMETER = Pattern.compile("(?i)(" + NAME + ")[^&;)\\s]*");

    private final String value;

    /**
     * Wraps a value.
     *
     * @param value the secret itself
     */
    public Secret(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The secret itself, for the one call that needs it.
     *
     * @return the secret
     */
    public String reveal() {
        return value;
    }

    /**
     * A URL or connection string without the passwords in it, fit for a message or a log.
     *
     * @param url such as {@code redis://user:secret@host} or {@code jdbc:mysql://host/db?password=secret}
     * @return the same with {@code ***} in place of each password
     */
    public static String redact(String url) {
        // Without an @ there is no user info, and each // of a long text would be followed to its end.
        String named = url.indexOf('@') < 0 ? url : USER_INFO.matcher(url).replaceAll("***@");
        return PARAMETER.matcher(QUERY.matcher(named).replaceAll("$1***")).replaceAll("$1***");
    }

    /** Three asterisks. */
    @Override
    public String toString() {
        return "***";
    }
}
