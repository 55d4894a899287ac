package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.internal.ClaimsUnderWay;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A number in Redis that only grows: the last one granted to anybody. Each claim is one run of {@code claim.lua}, which compares and then moves.
 * The number is in a field of a hash. No other program makes a hash by counting, so a lost counter cannot come back in this way.
 *
 * <p>A counter object has seen the greatest number that its finished calls were granted. Each request carries that figure, and the script refuses
 * to move a counter below it. A counter that was lost or set back stays so until an operator moves it. A process that had seen less would else
 * move it on, and repeat what others have seen. {@link ClaimsUnderWay} keeps calls that overlap from getting the same number. Safe for use by
 * any number of threads. Not final, since a test has it answer to two copies of a process.
 */
class Counter {
    /** The field of a hash that holds nothing else. */
    static final String FIELD = "last";
    /** The greatest number. A segment ends above its last one. */
    static final long LIMIT = Long.MAX_VALUE - 1;
    /** No counter there. */
    static final long MISSING = -1;

    private static final Script CLAIM = Script.load("claim.lua");
    private static final Script GIVE_BACK = Script.load("give-back.lua");
    /** How often a server may correct the clock of one call: once, and once more if a period ends meanwhile. */
    private static final int MOST_CLOCKS = 2;

    private final RedisLink link;
    private final String key;
    private final String field;
    private final Replicas replicas;
    /** Null where the numbers are one sequence for ever. */
    private final @Nullable Periods periods;

    private final AtomicLong seen = new AtomicLong();
    private final AtomicInteger givenBack = new AtomicInteger();
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();

    /**
     * A counter that may or may not exist, of which nothing was seen yet.
     *
     * @param replicas how many must have a claim; one that too few have is no grant, and so is not seen
     */
    Counter(RedisLink link, String key, String field, Replicas replicas, @Nullable Periods periods) {
        this.link = link;
        this.key = key;
        this.field = field;
        this.replicas = replicas;
        this.periods = periods;
    }

    /** Whether there is one, all of which is then taken as seen. */
    boolean find() {
        // A claim of nothing is a write, too, so that a server that takes none is found out now.
        long stands = tryClaim(0);
        saw(Math.max(0, stands));
        return stands != MISSING;
    }

    /** Makes the counter, unless there is one; its first number will be {@code start}. */
    void create(long start) {
        String made = on() + " is missing and made, as create=true asks: its first number is " + start
                + ". If it was there before and was lost, ids that it granted come again: set it above every id in use.";
        System.getLogger(Counter.class.getName()).log(Level.INFO, made);
        link.call(key, RedisCommands.setIfAbsent(key, field, Long.toString(start - 1)));
    }

    /** Claims the next {@code size} numbers, which follow each other, and returns the last of them. */
    long claim(long size) {
        long last = tryClaim(size);
        if (last == MISSING) {
            throw gone();
        }
        return last;
    }

    /** As {@link #claim(long)}, but returns {@link #MISSING} if there is no counter. */
    long tryClaim(long size) {
        try (ClaimsUnderWay.Claim claim = underWay.begin(seen::get)) {
            Sent sent = new Sent();
            for (int clocks = 0; ; ) {
                String answer = replicas.claim(link, CLAIM, key, () -> arguments(size, claim, sent));
                if (Character.isDigit(answer.charAt(0))) {
                    return size == 0 ? Long.parseLong(answer) : granted(Long.parseLong(answer), size, claim, sent);
                }
                String[] words = answer.split(" ", 2);
                if (words[0].equals("missing")) {
                    return MISSING;
                }
                if (words[0].equals("clock") && periods != null && clocks++ < MOST_CLOCKS) {
                    periods.serverShows(Long.parseLong(words[1]));
                } else if (!words[0].equals("behind") || givenBack.get() == sent.gifts) {
                    // What this object gave back while the call was under way is no regression.
                    throw refusal(words, size, sent);
                }
            }
        }
    }

    /** What was known when a claim was sent last. Its call may have begun much earlier: it waits for connections, and repeats. */
    private static final class Sent {
        private long floor;
        private int gifts;
    }

    private List<String> arguments(long size, ClaimsUnderWay.Claim claim, Sent sent) {
        claim.sends();
        sent.gifts = givenBack.get();
        sent.floor = seen.get();
        List<String> arguments =
                new ArrayList<>(List.of(field, Long.toString(size), Long.toString(sent.floor), Long.toString(LIMIT)));
        if (periods != null && size > 0) {
            arguments.addAll(periods.arguments());
        }
        return arguments;
    }

    private long granted(long last, long size, ClaimsUnderWay.Claim claim, Sent sent) {
        long first = last - size + 1;
        if (first <= sent.floor) {
            // The script cannot have said so: this is the answer to another claim.
            throw refusal(new String[] {"behind", "" + last}, size, sent);
        }
        if (!claim.isNew(first, last)) {
            seen.updateAndGet(claim::beyond);
            throw regressed("granted " + (first == last ? String.valueOf(last) : first + " to " + last)
                    + " to two calls at one time, or while it went back");
        }
        saw(last);
        return last;
    }

    /** Keeps what was granted, to this object or to another one of the same counter. */
    void saw(long last) {
        seen.accumulateAndGet(last, Math::max);
    }

    /** Whether something was granted to this object. */
    boolean isUsed() {
        return seen.get() > 0;
    }

    /** Whether a number that was claimed before may still be issued. */
    boolean mayIssue(long number) {
        return periods == null || periods.mayIssue(number);
    }

    /** How many are left after the last one claimed here, without asking the server. Empty with periods, each of which begins at 1. */
    OptionalLong left() {
        return periods == null ? OptionalLong.of(LIMIT - seen.get()) : OptionalLong.empty();
    }

    /**
     * Takes back numbers that were granted to this object, if {@code last} is the last one granted to anybody. Redis is asked once. Without an
     * answer the numbers are burned.
     *
     * <p>What is seen is lowered first, so that no later call takes the lower counter for a regression. Calls under way notice it by the count of
     * ranges given back.
     */
    boolean giveBack(long first, long last) {
        if (!seen.compareAndSet(last, first - 1)) {
            return false;
        }
        givenBack.incrementAndGet();
        underWay.goesBack(first, last);
        List<String> arguments = List.of(field, Long.toString(last), Long.toString(first - 1));
        boolean taken = link.callOnce(key, node -> GIVE_BACK.run(node::execute, List.of(key), arguments))
                .equals(1L);
        if (!taken) {
            saw(last);
        }
        return taken;
    }

    private IdException refusal(String[] words, long size, Sent sent) {
        return switch (words[0]) {
            case "behind" -> regressed("holds " + words[1] + ", but " + sent.floor + " was seen in it before");
            case "exhausted" ->
                new IdsExhaustedException(on() + " stands at " + words[1] + ": fewer than " + size
                        + " numbers are left "
                        + (periods == null ? "up to " + LIMIT + "; use another key" : periods.untilNext()));
            case "malformed" ->
                sent.floor > 0
                        ? regressed("holds " + words[1] + ", which is to be removed, but " + seen
                                + " was seen in it before")
                        : new ConfigException(on() + " holds " + words[1] + ": must be an integer from 0 to " + LIMIT
                                + ", in a hash; name another key");
            case "ahead" ->
                new BackendException(on() + " holds " + words[1] + ", which by the server's clock is no id of this"
                        + " period or the next: was that set back, or the counter set by hand? Set the clock. Or set the"
                        + " counter back, unless ids of periods to come are in use, which would come again; then name"
                        + " another key.");
            default ->
                new BackendException("Redis at " + link.where() + " answered a claim with " + String.join(" ", words));
        };
    }

    /** The error for a counter that was there before. */
    StoreRegressedException gone() {
        return regressed("is gone, but " + seen + " was seen in it before");
    }

    private StoreRegressedException regressed(String how) {
        return new StoreRegressedException(on() + " " + how
                + ": was it restored, set by hand, or did a failover or a crash lose writes? No id is"
                + " issued until it is above every id in use: find the greatest, at least " + seen + ", and run HSET "
                + word(key) + " " + word(field) + " " + seen
                + " with that number, or a safe one above it.");
    }

    private String on() {
        return "field \"" + field + "\" of key \"" + key + "\" of Redis at " + link.where();
    }

    /** As redis-cli reads it. */
    private static String word(String text) {
        return text.matches("[\\w:.{}/-]+") ? text : '"' + text.replaceAll("[\\\\\"]", "\\\\$0") + '"';
    }
}
