package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Segments from counters in a hash. This object remembers what it was granted for each tag, so that it detects a regression. */
final class RedisSegmentStore implements SegmentStore {
    private static final Pattern STEP = Pattern.compile("[1-9]\\d{0,17}");
    private static final Pattern TAG = Pattern.compile("\\p{Graph}{1,128}");

    private final RedisLink link;
    private final Replicas replicas;
    private final String maxima;
    private final String steps;
    private final boolean create;
    private final long start;
    private final long firstStep;
    private volatile List<String> notes = List.of();
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();

    RedisSegmentStore(RedisLink link, IdConfig config) {
        this.link = link;
        this.replicas = Replicas.of(config);
        // The braces put both keys into one slot of a cluster.
        this.maxima = "{" + config.text("prefix") + "}:max";
        this.steps = "{" + config.text("prefix") + "}:step";
        this.create = config.flag("create");
        this.start = config.integer("start");
        this.firstStep = config.integer("step");
    }

    /** Sets the durability that the notes describe. */
    void describe(Durability durability) {
        notes = durability.notes();
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public Segment claim(String tag, long size) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be >= 1: " + size);
        }
        Counter counter = counter(tag);
        long last = counter.tryClaim(size);
        if (last == Counter.MISSING && create && !counter.isUsed()) {
            make(tag, counter);
            last = counter.tryClaim(size);
        }
        if (last == Counter.MISSING) {
            throw missing(tag, counter);
        }
        Segment granted = new Segment(last - size + 1, last + 1);
        keep(tag, counter, granted);
        return granted;
    }

    /**
     * Remembers what was granted. Another thread may have replaced the counter, after an answer that the tag is missing. Then the
     * grant is noted at the new counter.
     */
    private void keep(String tag, Counter counter, Segment granted) {
        counters.merge(tag, counter, (kept, own) -> {
            if (kept != own) {
                kept.saw(granted.end() - 1);
            }
            return kept;
        });
    }

    @Override
    public long step(String tag) {
        Counter counter = counter(tag);
        String step = link.call(steps, RedisCommands.field(steps, tag));
        if (step == null && create && !counter.isUsed()) {
            make(tag, counter);
            step = link.call(steps, RedisCommands.field(steps, tag));
        }
        if (step == null) {
            if (link.call(maxima, RedisCommands.field(maxima, tag)) == null) {
                throw missing(tag, counter);
            }
            step = "no step";
        }
        if (!STEP.matcher(step).matches()) {
            throw new ConfigException("tag \"" + tag + "\" has " + step + " in hash " + steps + " of Redis at "
                    + link.where() + ": must be an integer from 1; run HSET " + steps + " " + tag + " 1000");
        }
        return Long.parseLong(step);
    }

    @Override
    public Set<String> tags() {
        return link.call(maxima, RedisCommands.fields(maxima));
    }

    @Override
    public Map<String, Long> steps() {
        // The hash of the maxima says which tags exist. A tag that is created between the two requests is seen the next
        // time.
        Map<String, String> found = link.call(steps, RedisCommands.all(steps));
        return tags().stream().collect(Collectors.toMap(Function.identity(), tag -> number(found.get(tag))));
    }

    private static long number(@Nullable String step) {
        return step != null && STEP.matcher(step).matches() ? Long.parseLong(step) : 0;
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        return counter(tag).giveBack(unused.start(), unused.end() - 1);
    }

    @Override
    public void close() {
        link.close();
    }

    private Counter counter(String tag) {
        if (!TAG.matcher(tag).matches()) {
            throw new ConfigException(
                    "tag is \"" + tag + "\": must be 1 to 128 visible ASCII characters without spaces");
        }
        return counters.computeIfAbsent(tag, name -> new Counter(link, maxima, name, replicas, null));
    }

    /** Creates the step first, so that each tag that can be claimed has a step. */
    private void make(String tag, Counter counter) {
        link.call(steps, RedisCommands.setIfAbsent(steps, tag, Long.toString(firstStep)));
        counter.create(start);
    }

    private IdException missing(String tag, Counter counter) {
        if (counter.isUsed()) {
            return counter.gone();
        }
        // Otherwise a caller that always asks for new names would fill the map.
        counters.computeIfPresent(tag, (name, kept) -> kept == counter && !kept.isUsed() ? null : kept);
        return new ConfigException("no tag \"" + tag + "\" in hash " + maxima + " of Redis at " + link.where()
                + ": make it with HSET " + steps + " " + tag + " 1000 and HSETNX " + maxima + " " + tag
                + " 0, or pass create=true for its first use. If it was lost, set it above every id in use.");
    }
}
