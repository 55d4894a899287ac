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

    public RedisOptions {
        directives = Collections.unmodifiableList(new ArrayList<>(directives));
    }

    /** Demands a password of the default user, without spaces or quotes ({@code requirepass}). */
    public RedisOptions withPassword(String password) {
        return new RedisOptions(password, plus("requirepass " + password));
    }

    /** Switches the append-only file on, with {@code always}, {@code everysec} or {@code no}. */
    public RedisOptions withAppendOnly(String fsync) {
        return with("appendonly yes").with("appendfsync " + fsync);
    }

    /** Adds a user with a password, without spaces or quotes, and ACL rules such as {@code ~* +@all -eval}. */
    public RedisOptions withUser(String user, String password, String rules) {
        return with("user " + user + " on >" + password + " " + rules);
    }

    /** Adds any line of {@code redis.conf}, such as {@code maxmemory 10mb}. */
    public RedisOptions with(String directive) {
        return new RedisOptions(password, plus(directive));
    }

    /** Tells how many directives there are, and none of their secrets. */
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
