package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.ClaimsUnderWay;
import io.distid.spi.IdConfig;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that begin anew at 1 in each hour, day or month, behind the digits of that period: {@code 2026112100000042}.
 *
 * <p>Two keys: the sequence, which lasts, holds the last period that anybody has begun; the counter holds the last number granted in one
 * period, and goes a day after that. Since the sequence tells that a period was begun, a counter that is missing in it was lost, and is never
 * made anew. A period is begun by the first caller whose clock has reached it; from then on all callers take numbers of it, also those whose
 * clocks are late. So numbers grow over all callers. Where a caller's clock is more than 5 s ahead of the server's, or a day behind, the
 * server's is taken in its place.
 */
final class PeriodCounter implements ClaimedNumbers {
    private static final Script CLAIM = Script.load("claim-period.lua");
    /** How far a caller's clock may be ahead of the server's where it begins a period. */
    private static final Duration MAX_AHEAD = Duration.ofSeconds(5);
    /** How many periods one call asks for: the one by its clock, one that others have begun, and one by the server's clock, twice over. */
    private static final int MOST_TURNS = 5;

    private static final Pattern SLOT = Pattern.compile("\\{[^}]+}");
    private static final System.Logger LOG = System.getLogger(PeriodCounter.class.getName());

    private final RedisLink link;
    private final Replicas replicas;
    private final String key;
    private final PeriodNumbers numbers;
    private final LongSupplier clock;
    private final ClaimsUnderWay underWay = new ClaimsUnderWay(this::lastOfRun);
    /** What was granted last; null before the first answer. */
    private volatile @Nullable Known known;
    /** By how much the server's clock was ahead of the own when the last claim had to go by it; 0 if that went by the own. */
    private volatile long correction;

    /**
     * A period, as this object knows it.
     *
     * @param period it
     * @param counter the key of its counter
     * @param last the greatest number that this object was granted in it
     */
    private record Known(Period period, String counter, long last) {}

    /** {@code granted} is an id that is known to have been granted, or 0. */
    PeriodCounter(
            RedisLink link, Replicas replicas, String key, PeriodNumbers numbers, long granted, LongSupplier clock) {
        this.link = link;
        this.replicas = replicas;
        this.key = key;
        this.numbers = numbers;
        this.clock = clock;
        if (granted > 0) {
            remember(begun(numbers.periodOf(granted)), numbers.numberOf(granted));
        }
    }

    /** Makes the sequence, unless there is one. */
    void create() {
        String made = link.call(key, RedisCommands.setIfAbsent(key, "0 " + numbers.text()));
        if (made != null) {
            LOG.log(
                    Level.INFO,
                    on()
                            + " was missing and is made, as create=true asks: ids of each period begin at 1. If it was there before"
                            + " and was lost, ids of the present period come again: set key \""
                            + begun(numbers.at(clock.getAsLong())).counter + "\" above every id of it.");
        }
    }

    /**
     * Whether the sequence is there. Where its counter stands is remembered, as if it had been granted.
     *
     * @throws ConfigException if it is numbered in another way than is asked for
     */
    boolean isThere(IdConfig config) {
        Known now = candidate(clock.getAsLong());
        String answer = ask(0, now, () -> {});
        if (answer.startsWith("other ")) {
            throw config.invalid(
                    "key",
                    "a key that is numbered by \"" + numbers.text() + "\", as period, width and zone ask: " + on()
                            + " holds \"" + answer.substring("other ".length()) + "\"");
        }
        if (isNumber(answer) && !answer.equals("0")) {
            remember(now, Long.parseLong(answer));
        }
        return !answer.equals("missing");
    }

    @Override
    public long claim(long size) {
        try (ClaimsUnderWay.Claim claim = underWay.begin(this::lastGranted)) {
            return claim(size, claim);
        }
    }

    /** The greatest id that was granted by now, or 0. */
    private long lastGranted() {
        Known last = known;
        return last == null ? 0 : numbers.id(last.period, last.last);
    }

    private long claim(long size, ClaimsUnderWay.Claim claim) {
        long own = clock.getAsLong();
        long corrected = 0;
        Known now = candidate(own);
        for (int turn = 0; ; turn++) {
            String answer = ask(size, now, claim::sends);
            if (isNumber(answer)) {
                long number = Long.parseLong(answer);
                long id = numbers.id(now.period, number);
                if (!claim.isNew(id - size + 1, id)) {
                    long before = id - number;
                    remember(now, claim.beyond(before + seen(now)) - before);
                    throw refusal("twice " + number, size, now);
                }
                remember(now, number);
                correction = corrected;
                return id;
            }
            Known next = next(answer, now);
            if (next == null || turn == MOST_TURNS) {
                throw refusal(answer, size, now);
            }
            if (isOfClocks(answer)) {
                corrected = serverMillis(answer) - own;
            }
            now = next;
        }
    }

    /** {@inheritDoc} Those of a period that is over may not, by the clock that the last claim went by. */
    @Override
    public boolean mayIssue(long id) {
        Known last = known;
        return last != null && numbers.isOf(last.period, id) && clock.getAsLong() + correction < last.period.end();
    }

    @Override
    public long lastOfRun(long id) {
        return id + numbers.last() - numbers.numberOf(id);
    }

    private static boolean isNumber(String answer) {
        return Character.isDigit(answer.charAt(0));
    }

    /** The later one of what was granted and of what a clock shows, so that numbers of one object never fall. */
    private Known candidate(long epochMillis) {
        Known last = known;
        if (last != null && epochMillis < last.period.end()) {
            return last;
        }
        Period period = numbers.at(epochMillis);
        return last != null && last.period.number() >= period.number() ? last : begun(period);
    }

    /** Which period to ask for after an answer that was none; null if there is none to be had. */
    private @Nullable Known next(String answer, Known now) {
        String[] words = answer.split(" ", 2);
        if (words[0].equals("later")) {
            Known later = begun(later(words[1], now));
            return later.period.number() > now.period.number() ? later : null;
        }
        if (isOfClocks(answer)) {
            Known byServer = candidate(serverMillis(answer));
            return byServer.period.number() == now.period.number() ? null : byServer;
        }
        return null;
    }

    /** Whether the server's clock does not agree, whose time is behind the word. */
    private static boolean isOfClocks(String answer) {
        return answer.startsWith("ahead ") || answer.startsWith("past ");
    }

    private static long serverMillis(String answer) {
        return Long.parseLong(answer.substring(answer.indexOf(' ') + 1));
    }

    private synchronized void remember(Known claimed, long last) {
        Known before = known;
        if (before == null
                || claimed.period.number() > before.period.number()
                || claimed.period.number() == before.period.number() && last > before.last) {
            known = new Known(claimed.period, claimed.counter, last);
        }
    }

    /** Its counter lies in the slot of the sequence, whose key may have chosen one by braces. */
    private Known begun(Period period) {
        String slot = SLOT.matcher(key).find() ? key : "{" + key + "}";
        return new Known(period, slot + ":" + period.number(), 0);
    }

    private Period later(String number, Known now) {
        try {
            return numbers.of(Long.parseLong(number));
        } catch (DateTimeException | NumberFormatException e) {
            throw new ConfigException(on() + " says that period " + number + " was begun, which is no "
                    + numbers.unitName() + ": set it to the last one that was, as \"" + now.period.number() + " "
                    + numbers.text() + "\"");
        }
    }

    private String ask(long size, Known now, Runnable sends) {
        Period period = now.period;
        return replicas.claim(link, CLAIM, List.of(key, now.counter), () -> {
            sends.run();
            return List.of(
                    Long.toString(size),
                    Long.toString(seen(now)),
                    Long.toString(numbers.last()),
                    Long.toString(period.number()),
                    Long.toString(period.start()),
                    Long.toString(period.forgotten()),
                    Long.toString(MAX_AHEAD.toMillis()),
                    numbers.text());
        });
    }

    /** The greatest number that was granted in a period by now. */
    private long seen(Known now) {
        Known last = known;
        return last != null && last.period.number() == now.period.number() ? Math.max(last.last, now.last) : now.last;
    }

    private IdException refusal(String answer, long size, Known now) {
        String[] words = answer.split(" ", 2);
        Period period = now.period;
        String counter = "key \"" + now.counter + "\" of Redis at " + link.where();
        String cure =
                " No id of this period is issued until it is above every id in use: find the greatest, and run SET "
                        + CounterKey.word(now.counter) + " <the number behind its first " + numbers.unitDigits()
                        + " digits, or a safe one above it>.";
        return switch (words[0]) {
            case "missing" -> gone(now);
            case "gone" ->
                new StoreRegressedException(counter + " is gone, but " + on() + " says that it was begun." + cure);
            case "behind" ->
                new StoreRegressedException(counter + " holds " + words[1] + ", but " + seen(now)
                        + " was seen in it before: was it restored, set by hand, or did a failover or a crash lose"
                        + " writes?" + cure);
            case "twice" ->
                new StoreRegressedException(counter + " granted " + words[1]
                        + " to two calls at one time, or while it went back: was it restored, set by hand, or did a failover or a crash lose"
                        + " writes?" + cure);
            case "exhausted" ->
                new IdsExhaustedException(
                        counter + " stands at " + words[1] + ": fewer than " + size + " are left of the "
                                + numbers.last() + " numbers of a " + numbers.unitName() + ". The next one begins at "
                                + Instant.ofEpochMilli(period.end()) + "; a greater width takes another key.");
            case "ahead" ->
                new BackendException(on() + " has begun " + period.number() + ", or this process has, which begins at "
                        + Instant.ofEpochMilli(period.start()) + ", but the server's clock shows "
                        + instant(words[1])
                        + ": was it set back, or the key set by hand? Set the clock; or the key to \""
                        + numbers.at(instant(words[1]).toEpochMilli()).number() + " " + numbers.text()
                        + "\", unless a clock was ahead, and ids of periods to come were granted: if their counters are gone by"
                        + " then, those come again. Name another key instead.");
            case "past" ->
                new BackendException(on() + " counts in " + period.number() + ", which ended at "
                        + Instant.ofEpochMilli(period.end())
                        + ", but the server's clock shows " + instant(words[1])
                        + ": was it set back meanwhile? The next call will draw.");
            case "later" ->
                new BackendException(on() + " has begun " + words[1] + ", and " + period.number()
                        + " was asked for: is it set by hand, or are"
                        + " periods passing by? The next call will draw.");
            case "malformed" ->
                new ConfigException(counter + " holds " + words[1] + ": must be a number from 0 to " + numbers.last());
            case "other" ->
                new ConfigException(
                        on() + " holds \"" + words[1] + "\": must be a period and \"" + numbers.text() + "\"");
            default -> new BackendException("Redis at " + link.where() + " answered " + answer);
        };
    }

    /** The error for a sequence that was there before. */
    StoreRegressedException gone() {
        return gone(candidate(clock.getAsLong()));
    }

    private StoreRegressedException gone(Known now) {
        return new StoreRegressedException(
                on() + " is gone, and was there before. No id is issued until it is set to \""
                        + now.period.number() + " " + numbers.text() + "\", and key \"" + now.counter
                        + "\" above every id of that " + numbers.unitName() + ".");
    }

    private static Instant instant(String epochMillis) {
        return Instant.ofEpochMilli(Long.parseLong(epochMillis));
    }

    private String on() {
        return "key \"" + key + "\" of Redis at " + link.where();
    }
}
