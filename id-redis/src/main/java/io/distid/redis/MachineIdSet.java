package io.distid.redis;

import io.distid.IdException;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import java.time.Duration;
import java.util.List;

/**
 * The machine ids of one namespace that are in use, as a set in Redis: {@code SADD} answers whether one was free. Beside it a hash
 * keeps, for each, how far its ticks are reserved.
 *
 * <p>Nothing here expires. An id that its holder does not free, say because it crashed, stays taken until that holder comes
 * back as the same owner, or an operator runs {@code SREM}.
 *
 * @param redis where the set is
 * @param namespace the request
 * @param set the set's key; the hash is the namespace's
 * @param bounds what is known of bounds
 * @param renewer of all leases of the source
 * @param within how long a take may last
 */
record MachineIdSet(
        ScriptRunner redis,
        Namespace namespace,
        String set,
        KnownBounds bounds,
        LeaseRenewer renewer,
        Duration within) {
    private static final Script TAKE = Script.onRecord("run.lua", "header.lua", "machine-take.lua");
    private static final Script IS_KNOWN = Script.onRecord("machine-known.lua");
    private static final RedisLeaseBackend.Scripts SCRIPTS = new RedisLeaseBackend.Scripts(
            Script.onRecord("machine-renew.lua", "renew-each.lua"), Script.onRecord("machine-free.lua"));

    /**
     * What became of an attempt to take an id.
     *
     * @param id the id
     * @param heldBy who has it, in the holder's own words, if it is not the caller's
     * @param stamped above what the caller begins, in epoch ms
     * @param reserved the caller's first bound, in epoch ms
     * @param token by what the caller holds it
     */
    record Answer(int id, String heldBy, long stamped, long reserved, LeaseToken token) {
        boolean taken() {
            return heldBy.isEmpty();
        }
    }

    /**
     * Takes an id, unless somebody else has it.
     *
     * @param id the machine id
     * @param owner what proves later that the id is the caller's, even after a crash; no spaces
     * @param stamped how far the owner knows that it may have stamped
     * @throws IdException if ids of the namespace are refused
     */
    Answer take(int id, String owner, long stamped) {
        LeaseToken token = new LeaseToken();
        List<String> answer = RedisLeaseBackend.words(redis.take(
                TAKE,
                keys(),
                List.of(
                        Integer.toString(id),
                        owner,
                        token.current(),
                        namespace.request().holder(),
                        namespace.request().fingerprint(),
                        Long.toString(namespace.clock()),
                        Long.toString(namespace.request().reservation().toMillis()),
                        Long.toString(namespace.maxAhead().toMillis()),
                        Long.toString(stamped)),
                within));
        return switch (answer.get(0)) {
            case "taken" -> {
                long from = Long.parseLong(answer.get(1));
                namespace.log(id, from, answer.get(3), !answer.get(4).isEmpty());
                yield new Answer(id, "", from, Long.parseLong(answer.get(2)), token);
            }
            case "conflict" -> new Answer(id, answer.get(1), 0, 0, token);
            default -> throw namespace.refusal(answer);
        };
    }

    /** Whether the namespace is there: whoever takes the first id of a missing one makes it. */
    boolean isKnown() {
        return known().get(0).equals("known");
    }

    /**
     * Refuses a namespace that goes by another layout, as {@link #take} does.
     *
     * @throws IdException if it does
     */
    void requireLayout() {
        List<String> known = known();
        if (known.size() > 1 && !known.get(1).equals(namespace.request().fingerprint())) {
            throw namespace.refusal(List.of("layout", known.get(1)));
        }
    }

    private List<String> known() {
        return RedisLeaseBackend.words(redis.run(IS_KNOWN, keys(), List.of()));
    }

    /**
     * The hold on an id that was taken.
     *
     * @param unreleased run if it is released, and perhaps not freed
     */
    RedisLeaseBackend hold(Answer taken, Runnable unreleased) {
        return new RedisLeaseBackend(
                redis,
                SCRIPTS,
                keys(),
                taken.id(),
                taken.token(),
                namespace,
                bounds,
                renewer,
                taken.stamped(),
                taken.reserved(),
                unreleased);
    }

    private List<String> keys() {
        return List.of(namespace.hash(), set);
    }
}
