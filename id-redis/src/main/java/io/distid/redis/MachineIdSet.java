package io.distid.redis;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The machine ids of one namespace that are in use, as a set in Redis: {@code SADD} answers whether one was free.
 *
 * <p>Nothing here expires. An id that its holder does not free, say because it crashed, stays taken until that holder comes
 * back with its token, or an operator runs {@code SREM}. Safe for use by several threads.
 */
public final class MachineIdSet implements AutoCloseable {
    private static final Script TAKE = Script.load("machine-take.lua");
    private static final Script FREE = Script.load("machine-free.lua");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final RedisLink link;
    private final String prefix;

    MachineIdSet(RedisLink link, String prefix) {
        this.link = link;
        this.prefix = prefix;
    }

    /**
     * Opens the sets of a server.
     *
     * @param config the settings of {@link RedisSetWorkerIdsProvider}
     * @return ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the server does not answer or refuses
     */
    public static MachineIdSet open(IdConfig config) {
        RedisLink link = RedisClients.open(config);
        try {
            // Says now, not at the first id, that the server is not there.
            link.call(client -> client.exists(config.text("prefix")));
            return new MachineIdSet(link, config.text("prefix"));
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /**
     * What became of an attempt to take an id.
     *
     * @param taken whether the id is the caller's now, or was already
     * @param heldBy who has it, in the holder's own words, if it is not
     * @param lastStamp the last tick its previous holder stamped, in epoch ms, if that one freed it and said so
     */
    public record Answer(boolean taken, String heldBy, OptionalLong lastStamp) {}

    /**
     * Takes an id, unless somebody else has it. May be repeated with the same token.
     *
     * @param namespace whose ids: letters, digits, dots, underscores, hyphens
     * @param id the machine id
     * @param token what proves later that the id is the caller's; no spaces
     * @param holder the caller, in words for operators
     * @return whether it was free, and who has it if not
     * @throws ConfigException if the namespace or the token is malformed
     * @throws io.distid.BackendException if the server does not answer in time, or refuses
     */
    public Answer take(String namespace, int id, String token, String holder) {
        List<?> answer =
                (List<?>) link.run(TAKE, keys(namespace), List.of(Integer.toString(id), requireToken(token), holder));
        String detail = Objects.toString(answer.get(1));
        if (!answer.get(0).equals("taken")) {
            return new Answer(false, detail, OptionalLong.empty());
        }
        return new Answer(true, "", detail.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(detail)));
    }

    /**
     * Frees an id, if the token shows that it is the caller's. May be repeated.
     *
     * @param namespace whose ids
     * @param id the machine id
     * @param token the token it was taken with
     * @param lastStamp the last tick that was stamped, in epoch ms
     * @return whether it was the caller's
     * @throws ConfigException if the namespace or the token is malformed
     * @throws io.distid.BackendException if the server does not answer in time, or refuses
     */
    public boolean free(String namespace, int id, String token, long lastStamp) {
        return link.run(
                        FREE,
                        keys(namespace),
                        List.of(Integer.toString(id), requireToken(token), Long.toString(lastStamp)))
                .equals(1L);
    }

    /** Closes the connections; ids stay taken. A second call does nothing. */
    @Override
    public void close() {
        link.close();
    }

    String where() {
        return link.where();
    }

    String key(String namespace) {
        return keys(namespace).get(0);
    }

    private List<String> keys(String namespace) {
        if (!NAME.matcher(namespace).matches()) {
            throw new ConfigException("namespace is \"" + namespace
                    + "\": must be 1 to 64 letters, digits, dots, underscores or hyphens");
        }
        // The braces put both keys into one slot of a cluster.
        String set = prefix + ":{" + namespace + "}";
        return List.of(set, set + ":notes");
    }

    private static String requireToken(String token) {
        if (!token.matches("\\S+")) {
            throw new ConfigException("the token of a machine id must be a text without spaces");
        }
        return token;
    }
}
