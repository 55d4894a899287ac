package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.internal.CleanUp;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code redis-incr}: a counter in Redis, moved by one atomic step per id or per batch. Stateless: safe for use by any number
 * of threads.
 */
public final class RedisIncrProvider implements IdGeneratorProvider {
    /** The field beside the counter that holds the numbering of its ids. */
    private static final String NUMBERING = "numbering";

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
    public String server() {
        return "redis";
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
                ConfigKey.integer("start", 1, Counter.LIMIT, 1L, "the first id of a key that is made"),
                ConfigKey.choice(
                        "period",
                        List.of("hour", "day", "month"),
                        null,
                        "number ids from 1 in each period, behind its digits, as in 2026112100000042"),
                ConfigKey.integer(
                                "width",
                                1,
                                Periods.MOST_DIGITS,
                                null,
                                "how many digits the number in it has; 8 if not set")
                        .onlyWith("period"),
                ConfigKey.text("zone", null, "the time zone of its days, such as Asia/Tokyo; UTC if not set")
                        .onlyWith("period"),
                Replicas.KEY,
                RedisKeys.DURABILITY);
    }

    @Override
    public @Nullable LayoutReader reader(IdConfig config) {
        Periods periods = periods(config);
        return periods == null ? null : periods.reader();
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return RedisIncrGenerator.traits(config.integer("batch"), List.of());
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException also if the key is missing and {@code create} is not asked for, or holds no counter
     */
    @Override
    public LongIdGenerator open(IdConfig config) {
        Periods periods = periods(config);
        String key = config.text("key");
        Replicas replicas = Replicas.of(config);
        RedisLink link = RedisClients.open(config);
        try {
            Counter counter = new Counter(link, key, Counter.FIELD, replicas, periods);
            // Checks that may refuse the key come before it is created.
            boolean there = counter.find();
            Set<String> fields = there ? Set.of(NUMBERING) : link.call(key, RedisCommands.fields(key));
            if (!fields.isEmpty() && !fields.contains(NUMBERING)) {
                throw config.invalid("key", "a key of its own: on Redis at " + link.where() + " it is another hash");
            }
            if (!there && !config.flag("create")) {
                throw config.invalid(
                        "key",
                        "a key that Redis at " + link.where()
                                + " has. If it was lost, restore it above every id in use, with"
                                + " create=true and start once; if it is a new key, pass create=true once");
            }
            Durability durability = Durability.of(link, key, config);
            List<String> notes = new ArrayList<>(durability.notes());
            if (!durability.always() || link.failsOver()) {
                notes.add("Where ids must never repeat, take mysql-update, or leaf-segment with store=etcd.");
            }
            requireNumbering(config, link, key, periods == null ? "one sequence" : periods.text());
            if (!there) {
                counter.create(config.integer("start"));
                counter.find();
            }
            if (replicas.note() != null) {
                notes.add(replicas.note());
            }
            long batch = config.integer("batch");
            if (batch > 1) {
                notes.add("copies of one process (a snapshot of a machine resumed twice) issue the rest of the block in"
                        + " hand, at most " + (batch - 1) + " ids, once each, unless CRaC's hooks tell them apart");
            }
            return new RedisIncrGenerator(link, counter, batch, CopyDetector.system(), notes);
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, link::close);
            throw e;
        }
    }

    /** Refuses another numbering of the same key: the ids would be of other periods, or of none. */
    private static void requireNumbering(IdConfig config, RedisLink link, String key, String numbering) {
        link.call(key, RedisCommands.setIfAbsent(key, NUMBERING, numbering));
        String found = link.call(key, RedisCommands.field(key, NUMBERING));
        if (!numbering.equals(found)) {
            throw config.invalid(
                    "key",
                    "a key that is numbered by \"" + numbering + "\", as period, width and zone ask: field " + NUMBERING
                            + " of it on Redis at " + link.where() + " holds \"" + found + "\"");
        }
    }

    /** Null if ids never begin again. */
    private static @Nullable Periods periods(IdConfig config) {
        if (!config.has("period")) {
            return null;
        }
        if (config.integer("start") != 1) {
            throw config.invalid("start", "left out: the ids of each period begin at 1");
        }
        int width = config.has("width") ? (int) config.integer("width") : Periods.MOST_DIGITS;
        Period.Unit unit = Period.Unit.valueOf(config.text("period").toUpperCase(Locale.ROOT));
        ZoneId zone;
        try {
            zone = ZoneId.of(config.has("zone") ? config.text("zone") : "UTC");
        } catch (DateTimeException e) {
            throw config.invalid("zone", "a time zone such as UTC, +09:00 or Asia/Tokyo");
        }
        Periods periods = new Periods(unit, width, zone, System::currentTimeMillis);
        if (config.integer("batch") > periods.limit()) {
            throw config.invalid(
                    "batch", "at most " + periods.limit() + ", which is how far " + width + " digits count");
        }
        return periods;
    }
}
