package io.distid.redis;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One record of a namespace, held by the token that is written in it. */
final class RedisLeaseBackend implements LeaseBackend {

    /**
     * The scripts of one kind of record.
     *
     * @param renew as {@code machine-renew.lua}
     * @param release as {@code machine-free.lua}
     */
    record Scripts(Script renew, Script release) {}

    /** The same for each kind of record. */
    private static final Script RAISE = Script.onRecord("lease-raise.lua");

    private final ScriptRunner redis;
    private final Scripts scripts;
    private final List<String> keys;
    private final int id;
    private final LeaseToken token;
    private final String layout;
    private final Duration reservation;
    private final Duration maxAhead;
    private final KnownBounds bounds;
    private final long stampedBefore;
    private final LeaseRenewer renewer;
    private final Runnable unreleased;

    private long confirmed;
    /** Where another may have got to who was granted it after a lease that had run out, and whom the server has forgotten; the holder stamps above it before it asks with that. */
    private long stampedMeanwhile;

    private boolean over;

    /**
     * A record that was just taken.
     *
     * @param keys of the scripts, the namespace's hash first
     * @param token whose current value the record has
     * @param renewer of all records of the source
     * @param stampedBefore above what it was granted
     * @param confirmed the bound that it was granted with
     * @param unreleased run once, where a release fails, which may have been carried out
     */
    RedisLeaseBackend(
            ScriptRunner redis,
            Scripts scripts,
            List<String> keys,
            int id,
            LeaseToken token,
            Namespace namespace,
            KnownBounds bounds,
            LeaseRenewer renewer,
            long stampedBefore,
            long confirmed,
            Runnable unreleased) {
        this.redis = redis;
        this.scripts = scripts;
        this.keys = keys;
        this.id = id;
        this.token = token;
        this.layout = namespace.request().fingerprint();
        this.reservation = namespace.request().reservation();
        this.maxAhead = namespace.maxAhead();
        this.bounds = bounds;
        this.renewer = renewer;
        this.stampedBefore = stampedBefore;
        this.confirmed = confirmed;
        this.stampedMeanwhile = stampedBefore;
        this.unreleased = unreleased;
    }

    /**
     * Refuses a record that this process knows to have been further.
     *
     * @throws StoreRegressedException after the record was set to what is known, so that this id at least is safe again
     */
    void requireNoRegression() {
        long known = bounds.get(name());
        if (stampedBefore < known) {
            release(known);
            throw new StoreRegressedException(where() + " holds a bound of " + Instant.ofEpochMilli(stampedBefore)
                    + ", but " + Instant.ofEpochMilli(known)
                    + " was confirmed before: was Redis restored, flushed, or did a"
                    + " failover or a crash lose writes? No worker id of this namespace can be trusted until each bound is"
                    + " above every tick that was stamped: stop its holders, wait until their reservations are over, and"
                    + " start them again.");
        }
        bounds.put(name(), confirmed);
    }

    /**
     * What to run the script with.
     *
     * @param next the token that the record gets
     */
    record Attempt(List<String> arguments, String next, long reservedUntil) {}

    @Override
    public void renew(long reservedUntil) {
        Attempt attempt = begin(reservedUntil);
        settle(
                attempt,
                answers(redis.run(scripts.renew(), keys, attempt.arguments())).get(0));
    }

    /** Begins a renewal; alone or with others of {@link #keys()}. */
    synchronized Attempt begin(long reservedUntil) {
        if (over) {
            // The release does not know the token that would be drawn now.
            throw new LeaseLostException(where() + " was released");
        }
        String next = token.next();
        List<String> arguments = List.of(
                Integer.toString(id),
                String.join(" ", token.tokens()),
                next,
                Long.toString(confirmed),
                Long.toString(reservedUntil),
                Long.toString(reservation.toMillis()),
                Long.toString(maxAhead.toMillis()),
                Long.toString(stampedBefore),
                layout,
                Long.toString(stampedMeanwhile));
        return new Attempt(arguments, next, reservedUntil);
    }

    /** Takes over what the script answered for this record. */
    void settle(Attempt attempt, List<String> answer) {
        switch (answer.get(0)) {
            case "renewed" -> {
                if (!attempt.next().equals(answer.get(1))) {
                    throw new BackendException(where() + ": this is the answer to another renewal");
                }
                confirmed(attempt.next(), attempt.reservedUntil());
            }
            case "lost" ->
                throw new LeaseLostException(where() + " is held by " + answer.get(1) + " now, with a bound of "
                        + Instant.ofEpochMilli(Long.parseLong(answer.get(2)))
                        + ": this node renewed it too late, it is a copy of the process that holds it, or somebody"
                        + " freed it by hand. Open a new generator.");
            case "layout" ->
                throw new LeaseLostException(where() + " is of a namespace that was made anew with the layout \""
                        + answer.get(1) + "\", and not \"" + layout
                        + "\": ids of two layouts can be equal; take another namespace");
            case "ahead" ->
                throw new BackendException(where() + ": a bound of " + Instant.ofEpochMilli(attempt.reservedUntil())
                        + " is refused, since the server's clock shows "
                        + Instant.ofEpochMilli(Long.parseLong(answer.get(1))) + " and at most " + maxAhead.toMillis()
                        + " ms ahead are allowed (key max-ahead of the source); mend this node's clock");
            case "lapsed" -> throw lapsed(Long.parseLong(answer.get(1)));
            case "behind" ->
                throw KnownBounds.regressed(
                        regressed("a bound of " + Instant.ofEpochMilli(Long.parseLong(answer.get(1)))), this::raise);
            default -> throw regressed("nothing");
        }
    }

    Script renewalScript() {
        return scripts.renew();
    }

    /** The keys of the scripts. */
    List<String> keys() {
        return keys;
    }

    @Override
    public LeaseRenewer renewer() {
        return renewer;
    }

    @Override
    public synchronized long stampedUntil() {
        return stampedMeanwhile;
    }

    @Override
    public long maxAheadMillis() {
        return maxAhead.toMillis();
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = atLeastStampedBefore(stampedUntil);
        List<String> arguments;
        boolean first;
        synchronized (this) {
            first = !over;
            over = true;
            // Before it is sent: once it may have been carried out, the store is allowed to hold no more than this.
            bounds.put(name(), stamped);
            arguments = List.of(
                    Integer.toString(id),
                    String.join(" ", token.tokens()),
                    Long.toString(stamped),
                    Long.toString(stampedBefore));
        }
        try {
            Object released = redis.run(scripts.release(), keys, arguments);
            if (!Long.valueOf(1).equals(released)) {
                // Another's, which has more, or a record that went back.
                raise(stamped);
            }
        } catch (RuntimeException | Error e) {
            if (first) {
                // Not once more: by then another lease may have it.
                unreleased.run();
            }
            throw e;
        }
    }

    /** A holder that stamped nothing leaves the stamp of its predecessor. */
    long atLeastStampedBefore(long stamped) {
        return Math.max(stamped, stampedBefore);
    }

    private synchronized void confirmed(String next, long bound) {
        token.confirmed(next);
        confirmed = bound;
        if (!over) {
            bounds.put(name(), bound);
        }
    }

    /** A script's answer: words. */
    static List<String> words(Object reply) {
        return ((List<?>) reply).stream().map(String::valueOf).toList();
    }

    /** A script's answers: words for each record. */
    static List<List<String>> answers(Object reply) {
        return ((List<?>) reply).stream().map(RedisLeaseBackend::words).toList();
    }

    private String name() {
        return keys.get(0) + " " + id;
    }

    private String where() {
        return "worker id " + id + " in hash " + keys.get(0) + " of Redis at " + redis.where();
    }

    /** Not where a release has overtaken the renewal: the record then has the last stamp, and may be another's. */
    private void raise() {
        long known;
        synchronized (this) {
            known = over ? Long.MIN_VALUE : confirmed;
        }
        raise(known);
    }

    private void raise(long known) {
        redis.run(RAISE, keys, List.of(Integer.toString(id), Long.toString(known)));
    }

    private synchronized BackendException lapsed(long floor) {
        stampedMeanwhile = Math.max(stampedMeanwhile, floor);
        return new BackendException(
                where() + " was not renewed in time, and another may have been granted it before the"
                        + " server was restarted or another one took over, which may have lost that: its ids go on above "
                        + Instant.ofEpochMilli(floor));
    }

    private synchronized StoreRegressedException regressed(String found) {
        return new StoreRegressedException(
                where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed)
                        + " was confirmed before: was Redis restored, flushed, or did a failover or a crash lose writes? Others may"
                        + " hold this id, too: wait until the reservations of all holders are over, then open a new generator.");
    }
}
