package io.distid.etcd;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Segments from two keys for each tag: its counter and its step. */
final class EtcdSegmentStore implements SegmentStore {
    private static final System.Logger LOG = System.getLogger(EtcdSegmentStore.class.getName());
    private static final Pattern TAG = Pattern.compile("\\p{Graph}{1,128}");
    private static final Pattern STEP = Pattern.compile("[1-9]\\d{0,17}");

    private final Etcd etcd;
    private final String maxima;
    private final String steps;
    private final boolean create;
    private final long start;
    private final long firstStep;
    private final Duration patience;
    private final Map<String, EtcdCounter> counters = new ConcurrentHashMap<>();

    EtcdSegmentStore(Etcd etcd, IdConfig config) {
        this.etcd = etcd;
        this.maxima = config.text("prefix") + "/max/";
        this.steps = config.text("prefix") + "/step/";
        this.create = config.flag("create");
        this.start = config.integer("start");
        this.firstStep = config.integer("step");
        this.patience = config.duration("timeout").multipliedBy(2);
    }

    @Override
    public Segment claim(String tag, long size) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be >= 1: " + size);
        }
        EtcdCounter counter = counter(tag);
        long last = counter.tryClaim(size);
        if (last == EtcdCounter.MISSING && create && !counter.isUsed()) {
            make(tag);
            last = counter.tryClaim(size);
        }
        if (last == EtcdCounter.MISSING) {
            throw missing(tag, counter);
        }
        keep(tag, counter, last);
        return new Segment(last - size + 1, last + 1);
    }

    /**
     * Remembers what was granted. Another thread may have dropped the counter, after an answer that the tag is missing. Then the
     * grant is noted at the counter in its place.
     */
    private void keep(String tag, EtcdCounter counter, long last) {
        EtcdCounter kept = counters.putIfAbsent(tag, counter);
        while (kept != null && kept != counter) {
            kept.saw(last);
            // That counter may have been dropped, too, before this.
            kept = counters.get(tag) == kept ? counter : counters.putIfAbsent(tag, counter);
        }
    }

    @Override
    public long step(String tag) {
        EtcdCounter counter = counter(tag);
        Etcd.Entry step = etcd.get(steps + tag);
        if (step == null && create && !counter.isUsed()) {
            make(tag);
            step = etcd.get(steps + tag);
        }
        if (step == null && etcd.get(maxima + tag) == null) {
            throw missing(tag, counter);
        }
        String value = step == null ? "no step" : step.value();
        if (!STEP.matcher(value).matches()) {
            throw new ConfigException("tag \"" + tag + "\" has " + value + " at key " + steps + tag + " of etcd at "
                    + etcd.where() + ": must be an integer from 1; run etcdctl put " + steps + tag + " 1000");
        }
        return Long.parseLong(value);
    }

    @Override
    public Set<String> tags() {
        return etcd.keys(maxima).stream()
                .map(key -> key.substring(maxima.length()))
                .collect(Collectors.toSet());
    }

    @Override
    public Map<String, Long> steps() {
        // The keys of the maxima say which tags exist. A tag that is created between the two requests is seen the next
        // time.
        Map<String, Long> found = etcd.range(steps).entries().stream()
                .filter(step -> STEP.matcher(step.value()).matches())
                .collect(Collectors.toMap(
                        step -> step.key().substring(steps.length()), step -> Long.parseLong(step.value())));
        return tags().stream().collect(Collectors.toMap(Function.identity(), tag -> found.getOrDefault(tag, 0L)));
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        return counter(tag).giveBack(unused.start(), unused.end() - 1);
    }

    @Override
    public void close() {
        etcd.close();
    }

    private EtcdCounter counter(String tag) {
        if (!TAG.matcher(tag).matches()) {
            throw new ConfigException(
                    "tag is \"" + tag + "\": must be 1 to 128 visible ASCII characters without spaces");
        }
        return counters.computeIfAbsent(tag, name -> new EtcdCounter(etcd, maxima + name, patience));
    }

    /** Creates the step first, so that each tag that can be claimed has a step. */
    private void make(String tag) {
        etcd.requireMajority("tag \"" + tag + "\" at key " + maxima + tag);
        etcd.commit(new Transaction().ifAbsent(steps + tag).put(steps + tag, Long.toString(firstStep)));
        LOG.log(
                Level.INFO,
                "key " + maxima + tag + " of etcd at " + etcd.where()
                        + " is missing and made, as create=true asks: its first number is " + start
                        + ". If it was there before and was lost, its ids repeat: set it above every id in use.");
        etcd.commit(new Transaction().ifAbsent(maxima + tag).put(maxima + tag, Long.toString(start - 1)));
    }

    private IdException missing(String tag, EtcdCounter counter) {
        if (counter.isUsed()) {
            return counter.gone();
        }
        // Otherwise a caller that always asks for new names would fill the map.
        counters.computeIfPresent(tag, (name, kept) -> kept == counter && !kept.isUsed() ? null : kept);
        return new ConfigException("no tag \"" + tag + "\" at key " + maxima + tag + " of etcd at " + etcd.where()
                + ": make it with etcdctl put " + steps + tag + " 1000 and etcdctl put " + maxima + tag
                + " 0, or pass create=true for its first use. If it was lost, set it above every id in use.");
    }
}
