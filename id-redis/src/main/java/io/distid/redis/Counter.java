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
 * A number in Redis that only grows: the last number granted to any process. Each claim is one run of {@code claim.lua}, which compares and then
 * moves. The number is in a field of a hash. No other program makes a hash by counting, so a lost counter cannot come back in this way.
 *
 * <p>A counter object has seen the greatest number that its finished calls were granted. Each request carries that figure, and the script refuses
 * to move a counter below it. A counter that was lost or set back stays so until an operator moves it. Otherwise a process that has seen less
 * would move it on, and repeat numbers that others have seen. {@link ClaimsUnderWay} keeps calls that overlap from getting the same number. Safe
 * for use by any number of threads. Not final, since a test subclasses it to give two copies of a process the same answers.
 */
class Counter {
    /** The field of a hash that holds nothing else. */
    static final String FIELD = "last";
    /** The greatest number. The end of a segment is exclusive, so it lies one above. */
    static final long LIMIT = Long.MAX_VALUE - 1;
    /** The counter is missing. */
    static final long MISSING = -1;

    private static final Script CLAIM = Script.load("claim.lua");
    private static final Script GIVE_BACK = Script.load("give-back.lua");
    /** How often a server may correct the clock of one call: once, and again if a period ends meanwhile. */
    private static final int MOST_CLOCKS = 2;

    private final RedisLink link;
    private final String key;
    private final String field;
    private final Replicas replicas;
    /** Null if the numbers never begin again. */
    private final @Nullable Periods periods;

    private final AtomicLong seen = new AtomicLong();
    private final AtomicInteger givenBack = new AtomicInteger();
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();

    /**
     * A counter that may not exist, and whose number was not seen yet.
     *
     * @param replicas how many must acknowledge a claim; a claim that too few have is not granted, so its numbers do
     *     not count as seen
     */
    Counter(RedisLink link, String key, String field, Replicas replicas, @Nullable Periods periods) {
        this.link = link;
        this.key = key;
        this.field = field;
        this.replicas = replicas;
        this.periods = periods;
    }

    /** Whether the counter exists; if so, its number counts as seen from now on. */
    boolean find() {
        // A claim of nothing is a write, too, so that a read-only server is detected now.
        long stands = tryClaim(0);
        saw(Math.max(0, stands));
        return stands != MISSING;
    }

    /** Makes the counter, unless there is one; its first number will be {@code start}. */
    void create(long start) {
        String made = on() + " is missing and made, as create=true asks: its first number is " + start
                + ". If it was there before and was lost, its ids repeat: set it above every id in use.";
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
                } else if (!words[0].equals("behind") || givenBack.get() == sent.givenBack) {
                    // If this object gave numbers back during the call, the lower counter is not a regression.
                    throw refusal(words, size, sent);
                }
            }
        }
    }

    /** The state when a claim was last sent. The call may have begun much earlier, since it waits for connections and repeats. */
    private static final class Sent {
        private long floor;
        private int givenBack;
    }

    private List<String> arguments(long size, ClaimsUnderWay.Claim claim, Sent sent) {
        claim.sends();
        sent.givenBack = givenBack.get();
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
            // The script never grants such numbers, so this is the answer to another claim.
            throw refusal(new String[] {"behind", "" + last}, size, sent);
        }
        if (!claim.isNew(first, last)) {
            seen.updateAndGet(claim::beyond);
            throw regressed("granted " + (first == last ? String.valueOf(last) : first + " to " + last)
                    + " to two calls at one time, or to one while it went back");
        }
        saw(last);
        return last;
    }

    /** Remembers a number that was granted to this object or to another object of the same counter. */
    void saw(long last) {
        seen.accumulateAndGet(last, Math::max);
    }

    /** Whether this object has been granted a number. */
    boolean isUsed() {
        return seen.get() > 0;
    }

    /** Whether a number that was claimed before may still be issued. */
    boolean mayIssue(long number) {
        return periods == null || periods.mayIssue(number);
    }

    /**
     * How many numbers are left after the last one claimed here, without asking the server. Empty with periods, since each period
     * begins at 1 again.
     */
    OptionalLong left() {
        return periods == null ? OptionalLong.of(LIMIT - seen.get()) : OptionalLong.empty();
    }

    /**
     * Takes back numbers that were granted to this object, if {@code last} is the last one granted to anybody. Redis is asked once. Without an
     * answer the numbers are burned.
     *
     * <p>This object lowers the greatest number seen first, so that no later call takes the lower counter for a regression. Calls under way
     * notice it by the count of ranges given back.
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
                new BackendException(on() + " holds " + words[1] + ", which is not an id of this period or the"
                        + " next by the server's clock: was the clock set back, or the counter set by hand?"
                        + " Correct the clock, or set the counter back. If ids of later periods are in use, they"
                        + " would repeat: name another key.");
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

    /** Quotes a text as redis-cli reads it. */
    private static String word(String text) {
        return text.matches("[\\w:.{}/-]+") ? text : '"' + text.replaceAll("[\\\\\"]", "\\\\$0") + '"';
    }
}
