package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.process.CopyDetector;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.worker.FloorFile;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code redis-incr}: a counter in Redis, moved by one atomic step per id or per batch. Stateless: safe for use by any number
 * of threads.
 */
public final class RedisIncrProvider implements IdGeneratorProvider {
    /** Characters of a key: a file says whose it is. */
    private static final int MOST_OF_A_FILE = 1000;

    /** For {@link java.util.ServiceLoader}. */
    public RedisIncrProvider() {}

    @Override
    public String name() {
        return "redis-incr";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "a counter in Redis, INCRBY per id or per batch";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                ConfigKey.matching(
                        "key",
                        "\\P{Cntrl}*[^\\p{Cntrl}\\s]\\P{Cntrl}*",
                        "a text, not blank and without control characters",
                        "distid:ids",
                        "the counter's key: the last id issued"),
                ConfigKey.integer(
                        "batch", 1, 1_000_000, 1L, "ids per round trip; above 1 ids increase per generator only"),
                ConfigKey.flag("create", false, "make the key if it is missing; for the first start only"),
                ConfigKey.integer("start", 1, CounterKey.STRING_LIMIT, 1L, "the first id of a key that is made"),
                ConfigKey.choice(
                        "period",
                        List.of("hour", "day", "month"),
                        null,
                        "number ids anew from 1 in each, behind its digits, as in 2026112100000042"),
                ConfigKey.integer(
                                "width",
                                1,
                                PeriodNumbers.MOST_DIGITS,
                                null,
                                "how many digits the number in it has; 8 if not set")
                        .onlyWith("period"),
                ConfigKey.text("zone", null, "the time zone of its days, such as Asia/Tokyo; UTC if not set")
                        .onlyWith("period"),
                Replicas.KEY,
                ConfigKey.text(
                        "file",
                        null,
                        "file that keeps over restarts how far ids were issued here, so that a Redis that went back is"
                                + " noticed; one for each process"),
                ConfigKey.flag("file-create", false, "make the file if it is missing; for the first start only")
                        .onlyWith("file"),
                ConfigKey.integer(
                                "file-step",
                                1,
                                1_000_000,
                                1_000L,
                                "how many ids one write of it serves for; after a crash as many may be skipped")
                        .onlyWith("file"),
                RedisKeys.DURABILITY);
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException also if the key is missing and {@code create} is not asked for, or holds no counter
     */
    @Override
    public LongIdGenerator open(IdConfig config) {
        PeriodNumbers periods = periods(config);
        Replicas replicas = Replicas.of(config);
        FloorFile floor = floor(config, periods);
        RedisLink link = null;
        try {
            link = RedisClients.open(config);
            long granted = floor == null ? 0 : floor.granted();
            // What may refuse the key comes before file and key are made.
            ClaimedNumbers found = find(config, link, replicas, periods, granted);
            if (found == null && !config.flag("create")) {
                throw missing(config, link);
            }
            Durability durability = Durability.of(link, config.text("key"), config);
            if (floor != null) {
                floor.start();
            }
            ClaimedNumbers numbers = found;
            if (numbers == null) {
                create(config, link, replicas, periods);
                numbers = find(config, link, replicas, periods, granted);
            }
            if (numbers == null) {
                throw missing(config, link);
            }
            List<String> notes = new ArrayList<>(durability.notes());
            if (replicas.note() != null) {
                notes.add(replicas.note());
            }
            if (floor != null) {
                notes.add(
                        "File " + floor.path()
                                + " keeps how far ids were issued here: a Redis that went back is noticed after a restart, too.");
                numbers = new FlooredNumbers(numbers, floor);
            }
            long batch = config.integer("batch");
            if (batch > 1) {
                notes.add(
                        "copies of one process (a snapshot of a machine resumed twice) issue the rest of the block in hand, at most "
                                + (batch - 1) + " ids, once each, unless CRaC's hooks tell them apart");
            }
            return new RedisIncrGenerator(link, numbers, batch, CopyDetector.system(), notes);
        } catch (RuntimeException | Error e) {
            try {
                if (floor != null) {
                    closeAfter(e, floor);
                }
            } finally {
                if (link != null) {
                    link.closeAfter(e);
                }
            }
            if (floor != null && e instanceof StoreRegressedException) {
                throw new StoreRegressedException(e.getMessage() + " Floor file " + floor.path() + " keeps it.");
            }
            throw e;
        }
    }

    private static ConfigException missing(IdConfig config, RedisLink link) {
        return config.invalid(
                "key",
                "a key that Redis at " + link.where()
                        + " has. If it was lost, restore it above every id in use, with"
                        + " create=true and start once; if it is to start anew, pass create=true once");
    }

    /** Null if the key is missing; it may be made then, since nothing was granted of it that is known here. */
    private static @Nullable ClaimedNumbers find(
            IdConfig config, RedisLink link, Replicas replicas, @Nullable PeriodNumbers periods, long granted) {
        if (periods != null) {
            PeriodCounter counter = counter(config, link, replicas, periods, granted);
            if (counter.isThere(config)) {
                return counter;
            }
            if (granted > 0) {
                throw counter.gone();
            }
            return null;
        }
        if (granted > CounterKey.STRING_LIMIT) {
            throw config.invalid(
                    "file",
                    "the file of a counter that ends at " + CounterKey.STRING_LIMIT + ", but it says " + granted);
        }
        return Counter.find(link, CounterKey.ofString(config.text("key")), replicas, granted);
    }

    private static void create(IdConfig config, RedisLink link, Replicas replicas, @Nullable PeriodNumbers periods) {
        if (periods == null) {
            Counter.create(link, CounterKey.ofString(config.text("key")), config.integer("start"));
        } else {
            counter(config, link, replicas, periods, 0).create();
        }
    }

    private static PeriodCounter counter(
            IdConfig config, RedisLink link, Replicas replicas, PeriodNumbers periods, long granted) {
        return new PeriodCounter(link, replicas, config.text("key"), periods, granted, System::currentTimeMillis);
    }

    /** What closing the file throws is told with the reason, and does not take its place. */
    private static void closeAfter(Throwable reason, FloorFile floor) {
        try {
            floor.close();
        } catch (RuntimeException | Error e) {
            if (e != reason) {
                reason.addSuppressed(e);
            }
        }
    }

    /** Null where no file is asked for. */
    private static @Nullable FloorFile floor(IdConfig config, @Nullable PeriodNumbers periods) {
        if (!config.has("file")) {
            return null;
        }
        if (config.text("key").length() > MOST_OF_A_FILE) {
            throw config.invalid("key", "at most " + MOST_OF_A_FILE + " characters, which a file can hold");
        }
        String numbering = periods == null ? "" : ", numbered " + periods.text();
        return FloorFile.open(
                config.file("file"),
                "redis-incr, key " + config.text("key") + numbering,
                config.flag("file-create"),
                config.integer("file-step"));
    }

    /** Null where ids are one sequence for ever. */
    private static @Nullable PeriodNumbers periods(IdConfig config) {
        if (!config.has("period")) {
            return null;
        }
        if (config.integer("start") != 1) {
            throw config.invalid("start", "left out: the ids of each period begin at 1");
        }
        if (!config.text("key").matches("[^{}]*(\\{[^{}]+})?[^{}]*")) {
            throw config.invalid(
                    "key", "without braces, or with one pair around a part of it, which chooses the slot of a cluster");
        }
        int width = config.has("width") ? (int) config.integer("width") : PeriodNumbers.MOST_DIGITS;
        PeriodNumbers periods = new PeriodNumbers(
                Period.Unit.valueOf(config.text("period").toUpperCase(Locale.ROOT)), width, zone(config));
        if (config.integer("batch") > periods.last()) {
            throw config.invalid(
                    "batch", "at most " + periods.last() + ", which is how far " + width + " digits count");
        }
        return periods;
    }

    private static ZoneId zone(IdConfig config) {
        try {
            return config.has("zone") ? ZoneId.of(config.text("zone")) : ZoneId.of("UTC");
        } catch (DateTimeException e) {
            throw config.invalid("zone", "a time zone such as UTC, +09:00 or Asia/Tokyo");
        }
    }
}
