package io.distid.redis;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.LeaseHold;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One slot of a namespace, held by the token that is written in it. */
final class RedisLeaseHold implements LeaseHold {
    private static final Script RENEW = Script.load("lease-renew.lua");
    private static final Script RELEASE = Script.load("lease-release.lua");

    private final RedisLink link;
    private final Map<String, Long> bounds;
    private final String key;
    private final int id;
    private final String token;
    private final Duration reservation;
    private final Duration maxAhead;
    private final long stampedBefore;
    private volatile long confirmed;

    RedisLeaseHold(
            RedisLink link,
            Map<String, Long> bounds,
            String key,
            int id,
            String token,
            Duration reservation,
            Duration maxAhead,
            long stampedBefore,
            long confirmed) {
        this.link = link;
        this.bounds = bounds;
        this.key = key;
        this.id = id;
        this.token = token;
        this.reservation = reservation;
        this.maxAhead = maxAhead;
        this.stampedBefore = stampedBefore;
        this.confirmed = confirmed;
    }

    @Override
    public void renew(long reservedUntil) {
        List<String> answer = RedisWorkerIds.answer(link.run(
                RENEW,
                List.of(key),
                List.of(
                        Integer.toString(id),
                        token,
                        Long.toString(confirmed),
                        Long.toString(reservedUntil),
                        Long.toString(reservation.toMillis()),
                        Long.toString(maxAhead.toMillis()))));
        switch (answer.get(0)) {
            case "renewed" -> confirmed(reservedUntil);
            case "lost" ->
                throw new LeaseLostException(where() + " is held by " + answer.get(1) + " now, from "
                        + Instant.ofEpochMilli(Long.parseLong(answer.get(2)))
                        + " at the latest: this node renewed it too late. Open a new generator.");
            case "ahead" ->
                throw new BackendException(where() + ": a bound of " + Instant.ofEpochMilli(reservedUntil)
                        + " is refused, since the server's clock shows "
                        + Instant.ofEpochMilli(Long.parseLong(answer.get(1))) + " and at most " + maxAhead.toMillis()
                        + " ms ahead are allowed (key max-ahead); mend this node's clock");
            case "behind" -> throw regressed("a bound of " + Instant.ofEpochMilli(Long.parseLong(answer.get(1))));
            default -> throw regressed("nothing");
        }
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = Math.max(stampedUntil, stampedBefore);
        link.run(RELEASE, List.of(key), List.of(Integer.toString(id), token, Long.toString(stamped)));
        bounds.put(name(), stamped);
    }

    /** Remembers a bound that the store has. */
    void confirmed(long bound) {
        confirmed = bound;
        bounds.put(name(), bound);
    }

    /** What the bound is remembered by. */
    String name() {
        return key + " " + id;
    }

    /** The slot, for messages. */
    String where() {
        return "worker id " + id + " in hash " + key + " of Redis at " + link.where();
    }

    private StoreRegressedException regressed(String found) {
        return new StoreRegressedException(
                where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed)
                        + " was confirmed before: was Redis restored, flushed, or did a failover or a crash lose writes? Others may"
                        + " hold this id, too: wait until the reservations of all holders are over, then open a new generator.");
    }
}
