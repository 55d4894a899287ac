package io.distid.redis;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;

/**
 * What a crash of the server can lose, as far as the server reports it. In a cluster, the node that has a key is asked.
 *
 * @param always whether each write is on disk before it is acknowledged
 * @param notes sentences for operators
 */
record Durability(boolean always, List<String> notes) {

    /**
     * Asks for the settings. Where that is forbidden, as on most managed servers, it asks INFO.
     *
     * @param config whose {@code durability} says whether they must be known
     */
    static Durability of(RedisLink link, String key, IdConfig config) {
        boolean required = config.text("durability").equals("require");
        String appendOnly = ask(link, key, required, setting("appendonly"));
        String fsync = ask(link, key, required, setting("appendfsync"));
        if (appendOnly == null) {
            appendOnly = ask(link, key, required, node -> aof(info(node)));
        }
        boolean always = "yes".equals(appendOnly) && "always".equals(fsync);
        String sentence = sentence(appendOnly, fsync, always);
        if (required && !always) {
            throw config.invalid("durability", "report, for this server does not have what require needs: " + sentence);
        }
        List<String> notes = new ArrayList<>(List.of(sentence));
        if (link.failsOver()) {
            notes.add(
                    "Replication is asynchronous: a failover can lose acknowledged writes, and what was lost is granted"
                            + " again unless this process has seen it.");
        }
        return new Durability(always, List.copyOf(notes));
    }

    private static String sentence(@Nullable String appendOnly, @Nullable String fsync, boolean always) {
        if (always) {
            return "Redis has appendonly yes and appendfsync always: a crash of the server loses no acknowledged write.";
        }
        if (appendOnly == null || appendOnly.equals("yes") && fsync == null) {
            return "Redis does not tell this user how it persists: uniqueness rests on appendonly yes and appendfsync"
                    + " always.";
        }
        if (appendOnly.equals("yes")) {
            return "Redis has appendfsync " + fsync
                    + ": a crash of the server loses the last moments of writes, and what"
                    + " was lost is granted again unless this process has seen it; set appendfsync always.";
        }
        return "Redis has no append-only file: a crash of the server loses all writes since its last snapshot, and what was"
                + " lost is granted again unless this process has seen it; set appendonly yes and appendfsync always.";
    }

    /**
     * Returns the answer, or null if the server refuses. If no answer comes, that is an error, but null if the answer is only for a note.
     */
    private static @Nullable String ask(
            RedisLink link, String key, boolean required, Function<NodeConnection, @Nullable String> question) {
        try {
            return link.callOn(key, question);
        } catch (BackendException e) {
            if (!required || RedisErrors.isRefusal(e)) {
                return null;
            }
            throw e;
        }
    }

    private static Function<NodeConnection, @Nullable String> setting(String name) {
        CommandArguments get =
                new CommandArguments(Protocol.Command.CONFIG).add("GET").add(name);
        return node -> {
            List<String> pair = node.execute(new CommandObject<>(get, BuilderFactory.STRING_LIST));
            return pair.size() < 2 ? null : pair.get(1);
        };
    }

    private static String info(NodeConnection node) {
        CommandArguments info = new CommandArguments(Protocol.Command.INFO).add("persistence");
        return node.execute(new CommandObject<>(info, BuilderFactory.STRING));
    }

    private static @Nullable String aof(String info) {
        return info.contains("aof_enabled:1") ? "yes" : info.contains("aof_enabled:0") ? "no" : null;
    }
}
