package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.ClaimsUnderWay;
import io.distid.worker.LeaseToken;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A number in Redis that only grows: the last one granted to anybody.
 *
 * <p>What this object has seen is the greatest number that it was granted by the calls that are over, and has kept. A call carries
 * that figure, as it is when the call is sent, to the script, which refuses to move a counter that is behind it. So calls that overlap never take each
 * other for a regression, and a counter that was lost or set back stays as it is until an operator moves it: one that was
 * moved on by a process that had seen less would repeat what others have seen. Of calls that overlap, no two are granted the same number: {@link ClaimsUnderWay}.
 */
final class Counter implements ClaimedNumbers {
    /** No counter there. */
    static final long MISSING = -1;

    private static final Script CLAIM = Script.load("claim.lua");
    private static final Script GIVE_BACK = Script.load("give-back.lua");

    private static final System.Logger LOG = System.getLogger(Counter.class.getName());

    private final RedisLink link;
    private final CounterKey key;
    private final Replicas replicas;
    /** Null where each claim is one of the script. */
    private final @Nullable IncrByClaims direct;

    private final AtomicReference<CounterHighWaterMark> seen;
    private volatile boolean used;
    private final AtomicInteger givenBack = new AtomicInteger();
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();

    /**
     * A counter that may or may not exist.
     *
     * @param replicas how many must have a claim; one that too few have is no grant, and so is not seen
     * @param seen what is known to have been granted, 0 if nothing is
     */
    Counter(RedisLink link, CounterKey key, Replicas replicas, long seen) {
        this.link = link;
        this.key = key;
        this.replicas = replicas;
        this.direct = key.field() == null && replicas.needed() == 0 ? new IncrByClaims(CLAIM, key) : null;
        this.seen = new AtomicReference<>(
                new CounterHighWaterMark(seen, seen, seen == 0 ? 0 : CounterHighWaterMark.UNKNOWN));
        this.used = seen > 0;
    }

    /**
     * The counter as it stands, with all of it taken as seen; or null if there is none.
     *
     * @param granted what is known to have been granted, 0 if nothing is
     * @throws StoreRegressedException if it stands below that, or is gone
     */
    static @Nullable Counter find(RedisLink link, CounterKey key, Replicas replicas, long granted) {
        // A claim of nothing is a write, too, so that a server that takes none is found out now.
        Counter counter = new Counter(link, key, replicas, granted);
        long stands = granted == 0 ? counter.tryClaim(0) : counter.claim(0);
        return stands == MISSING ? null : new Counter(link, key, replicas, stands);
    }

    /** Makes the counter, unless there is one; its first number will be {@code start}. */
    static void create(RedisLink link, CounterKey key, long start) {
        LOG.log(
                Level.INFO,
                key.on(link) + " is missing and made, as create=true asks: its first number is " + start
                        + ". If it was there before and was lost, ids that it granted come again: set it above every id in"
                        + " use.");
        String before = key.stored(start - 1);
        String field = key.field();
        if (field == null) {
            link.call(key.key(), RedisCommands.setIfAbsent(key.key(), before));
        } else {
            link.call(key.key(), RedisCommands.setIfAbsent(key.key(), field, before));
        }
    }

    @Override
    public long claim(long size) {
        long last = tryClaim(size);
        if (last == MISSING) {
            throw gone();
        }
        return last;
    }

    @Override
    public OptionalLong left() {
        return OptionalLong.of(Math.max(0, key.limit() - seen.get().last()));
    }

    /** The error for a counter that was there before. */
    StoreRegressedException gone() {
        long last = seen.get().last();
        return new StoreRegressedException(
                key.on(link) + " is gone; " + last + " was seen in it before. " + cure(last));
    }

    /** As {@link #claim(long)}, but returns {@link #MISSING} if there is no counter. */
    long tryClaim(long size) {
        try (ClaimsUnderWay.Claim own = underWay.begin(() -> seen.get().last())) {
            return tryClaim(size, own);
        }
    }

    private long tryClaim(long size, ClaimsUnderWay.Claim own) {
        while (true) {
            AtomicInteger gifts = new AtomicInteger();
            CounterClaim claim = new CounterClaim(key, size, () -> {
                own.sends();
                gifts.setPlain(givenBack.get());
                return seen.get().last();
            });
            String answer = direct == null
                    ? replicas.claim(link, CLAIM, List.of(key.key()), claim::arguments)
                    : direct.claim(link, claim);
            if (CounterClaim.isGranted(answer)) {
                long last = key.number(Long.parseLong(answer));
                if (size > 0 && last - size < claim.seen()) {
                    // The script cannot have said so: this is the answer to another claim.
                    throw refusal("behind " + answer, claim);
                }
                if (size > 0 && !own.isNew(last - size + 1, last)) {
                    throw twice(last - size + 1, last, own);
                }
                saw(last - size + 1, last);
                return last;
            }
            if (answer.equals("missing")) {
                return MISSING;
            }
            // What this object gave back while the call was under way is no regression: the next look knows of it.
            if (!answer.startsWith("behind ") || givenBack.get() == gifts.getPlain()) {
                throw refusal(answer, claim);
            }
        }
    }

    /** Keeps what was granted, to this object or to another one of the same counter. */
    void saw(long first, long last) {
        used = true;
        seen.updateAndGet(before -> before.with(first, last));
    }

    /** Whether something was granted to this object. */
    boolean isUsed() {
        return used;
    }

    /**
     * Takes back the numbers from {@code first} to {@code last}, if {@code last} is the last one granted to anybody.
     *
     * <p>What is seen is lowered before the counter is, so that no call that starts after it is taken for a regression; those
     * under way are noticed by the count of ranges given back.
     */
    boolean giveBack(long first, long last) {
        if (seen.get().without(first, last) == null) {
            return false;
        }
        String field = Objects.requireNonNull(key.field());
        String tokens = key.key() + ":given";
        String before = lastGivenBack(tokens, field);
        CounterHighWaterMark claimed = seen.get();
        CounterHighWaterMark left = claimed.without(first, last);
        if (before == null || left == null || !seen.compareAndSet(claimed, left)) {
            return false;
        }
        givenBack.incrementAndGet();
        underWay.goesBack(first, last);
        // The tokens make a repeat known, which must not act again: others may have claimed and given back since.
        Object answer = link.run(
                GIVE_BACK,
                List.of(key.key(), tokens),
                List.of(field, Long.toString(last), Long.toString(first - 1), before, LeaseToken.draw()));
        if (answer.equals("late")) {
            seen.updateAndGet(mark -> mark.with(first, last));
        }
        return answer.equals("taken");
    }

    /** By which token numbers were given back last. There is one before the first time: else one that was lost could not be told from none. */
    private @Nullable String lastGivenBack(String tokens, String field) {
        link.call(tokens, RedisCommands.setIfAbsent(tokens, field, LeaseToken.draw()));
        return link.call(tokens, RedisCommands.field(tokens, field));
    }

    private IdException refusal(String answer, CounterClaim claim) {
        String[] words = answer.split(" ", 2);
        return switch (words[0]) {
            case "behind" -> behind(Long.parseLong(words[1]), claim.seen());
            case "exhausted" ->
                new IdsExhaustedException(key.on(link) + " stands at " + key.number(Long.parseLong(words[1]))
                        + ": fewer than " + claim.size() + " numbers are left up to " + key.limit()
                        + "; use another key");
            default ->
                new ConfigException(key.on(link) + " holds " + words[1] + ": must be an integer from " + key.stored(0)
                        + " to " + key.stored(key.limit()) + "; name another key");
        };
    }

    /** The error for numbers that another call has, which was under way at the same time, or that came after others were granted to two. */
    private StoreRegressedException twice(long first, long last, ClaimsUnderWay.Claim own) {
        if (direct != null) {
            direct.suspect();
        }
        long floor = seen.updateAndGet(before -> {
                    long beyond = own.beyond(before.last());
                    return before.with(beyond, beyond);
                })
                .last();
        return new StoreRegressedException(key.on(link) + " granted "
                + (first == last ? String.valueOf(last) : first + " to " + last)
                + " to two calls at one time, or while it went back: was it restored, set by hand, or did a failover or a crash lose writes? "
                + cure(floor));
    }

    private IdException behind(long stored, long floor) {
        if (stored < key.base()) {
            String what = key.on(link) + " holds " + stored + ", where a counter holds " + key.base()
                    + " and the last id: was it lost and made anew, or set by hand?";
            return floor == 0
                    ? new ConfigException(what + " If it is somebody else's, name another key. " + cure(0))
                    : new StoreRegressedException(what + " " + floor + " was seen in it before. " + cure(floor));
        }
        return new StoreRegressedException(key.on(link) + " holds " + key.number(stored) + ", but " + floor
                + " was seen in it before: was it restored, set by hand, or did a failover or a crash lose writes? "
                + cure(floor));
    }

    private String cure(long floor) {
        return "No id is issued until it is above every id in use: find the greatest, at least " + floor + ", and run "
                + key.set(floor) + (key.base() == 0 ? " with that number" : ", which is " + key.base() + " and that id")
                + ", or a safe one above it.";
    }
}
