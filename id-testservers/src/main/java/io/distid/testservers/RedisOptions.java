package io.distid.testservers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a Redis server is to be started: {@link #MEMORY_ONLY} and what is added to it.
 *
 * <pre>{@code
 * RedisOptions.MEMORY_ONLY.withAppendOnly("always").withPassword("secret")
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param password the password of the default user, or {@code null} for none
 * @param directives lines of {@code redis.conf}
 */
public record RedisOptions(@Nullable String password, List<String> directives) {
    /** No password, nothing written to disk: Redis without {@code save} and {@code appendonly}. */
    public static final RedisOptions MEMORY_ONLY = new RedisOptions(null, List.of());

    /**
     * Copies the list.
     *
     * @param password the password of the default user, or {@code null} for none
     * @param directives lines of {@code redis.conf}
     */
    public RedisOptions {
        directives = Collections.unmodifiableList(new ArrayList<>(directives));
    }

    /**
     * Demands a password of the default user ({@code requirepass}).
     *
     * @param password without spaces or quotes
     * @return these options and a password
     */
    public RedisOptions withPassword(String password) {
        return new RedisOptions(password, plus("requirepass " + password));
    }

    /**
     * Switches the append-only file on.
     *
     * @param fsync {@code always}, {@code everysec} or {@code no}
     * @return these options and an append-only file
     */
    public RedisOptions withAppendOnly(String fsync) {
        return with("appendonly yes").with("appendfsync " + fsync);
    }

    /**
     * Adds a user with a password and ACL rules.
     *
     * @param user the user's name
     * @param password without spaces or quotes
     * @param rules such as {@code ~* +@all -eval}
     * @return these options and a user
     */
    public RedisOptions withUser(String user, String password, String rules) {
        return with("user " + user + " on >" + password + " " + rules);
    }

    /**
     * Adds any line of {@code redis.conf}.
     *
     * @param directive such as {@code maxmemory 10mb}
     * @return these options and the line
     */
    public RedisOptions with(String directive) {
        return new RedisOptions(password, plus(directive));
    }

    /**
     * Tells how many directives there are, and none of their secrets.
     *
     * @return a line for logs
     */
    @Override
    public String toString() {
        return "RedisOptions[" + directives.size() + " directives, password " + (password == null ? "none" : "***")
                + "]";
    }

    private List<String> plus(String directive) {
        if (directive.contains("\n")) {
            throw new IllegalArgumentException("a directive of redis.conf must be one line");
        }
        List<String> all = new ArrayList<>(directives);
        all.add(directive);
        return all;
    }
}
