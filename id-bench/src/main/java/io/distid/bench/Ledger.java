package io.distid.bench;

import io.distid.bench.report.BarLine;
import io.distid.bench.report.Control;
import io.distid.bench.report.Cost;
import io.distid.bench.report.Exposure;
import io.distid.bench.report.Fleet;
import io.distid.bench.report.Latency;
import io.distid.bench.report.Locality;
import io.distid.bench.report.Order;
import io.distid.bench.report.Origin;
import io.distid.bench.report.Rate;
import io.distid.bench.report.Reference;
import io.distid.bench.report.Row;
import io.distid.bench.report.Shape;
import io.distid.bench.report.StartUp;
import io.distid.bench.report.Traffic;
import io.distid.bench.report.Traits;
import io.distid.bench.report.Uniqueness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What a run has found so far. Safe for use by several threads, so that an interrupted run can still be written down by
 * the thread that ends it.
 */
final class Ledger {
    private static final double CONFIDENCE = 0.999;

    private boolean frozen;
    private @Nullable Control control;
    private @Nullable Locality plainKey;
    private List<BarLine> bars = List.of();
    private final Map<String, Entry> strategies = new LinkedHashMap<>();
    private final Map<String, Map<Integer, List<List<Double>>>> references = new LinkedHashMap<>();
    private final Map<String, List<Latency>> referenceLatencies = new LinkedHashMap<>();

    private static final class Entry {
        private @Nullable String server;
        private Row.@Nullable Status status;
        private @Nullable String reason;
        private @Nullable Uniqueness uniqueness;
        private @Nullable Order order;
        private @Nullable Traits traits;
        private @Nullable Shape shape;
        private @Nullable Cost cost;
        private @Nullable Traffic traffic;
        private @Nullable StartUp startUp;
        private @Nullable Fleet fleet;
        private @Nullable Exposure exposure;
        private @Nullable Locality locality;
        private final Origin origin;
        private List<Latency> latency = List.of();
        private final Map<Integer, List<List<Double>>> batches = new TreeMap<>();
        private final Map<Integer, Double> leads = new TreeMap<>();
        private final Map<Integer, Double> batchLeads = new TreeMap<>();
        private final Map<Integer, List<List<Double>>> rates = new TreeMap<>();

        Entry(Origin origin) {
            this.origin = origin;
        }
    }

    /** Takes nothing more: what comes now is a consequence of the run being ended. */
    synchronized void freeze() {
        frozen = true;
    }

    /** Makes room for a strategy; rows keep the order in which this was called. */
    synchronized void open(String strategy, Origin origin) {
        strategies.put(strategy, new Entry(origin));
    }

    synchronized void server(String strategy, String description) {
        entry(strategy).server = description;
    }

    synchronized void skipped(String strategy, String reason) {
        entry(strategy).status = Row.Status.skipped;
        entry(strategy).reason = reason;
    }

    /** The first reason stays: what follows is most often a consequence of it. */
    synchronized void failed(String strategy, String reason) {
        Entry entry = entry(strategy);
        if (!frozen && entry.status != Row.Status.failed) {
            entry.status = Row.Status.failed;
            entry.reason = reason;
        }
    }

    synchronized void checked(String strategy, Uniqueness uniqueness, Order order, Traits traits, Shape shape) {
        Entry entry = entry(strategy);
        entry.uniqueness = uniqueness;
        entry.order = order;
        entry.traits = traits;
        entry.shape = shape;
    }

    /** One fork's; each call is another fork. */
    synchronized void rates(String strategy, int threads, List<Double> perIteration) {
        entry(strategy).rates.computeIfAbsent(threads, any -> new ArrayList<>()).add(perIteration);
    }

    /** One fork's; each call is another fork. */
    synchronized void batchRates(String strategy, int threads, List<Double> perIteration) {
        entry(strategy)
                .batches
                .computeIfAbsent(threads, any -> new ArrayList<>())
                .add(perIteration);
    }

    /** How far the time in the ids was ahead of the clock after a measurement, in seconds; the greatest stays. */
    synchronized void lead(String strategy, int threads, double seconds) {
        entry(strategy).leads.merge(threads, seconds, Math::max);
    }

    /** The same after ids were taken by the batch. */
    synchronized void batchLead(String strategy, int threads, double seconds) {
        entry(strategy).batchLeads.merge(threads, seconds, Math::max);
    }

    synchronized void cost(String strategy, Cost cost) {
        entry(strategy).cost = cost;
    }

    /** In place of what was said before: figures of more calls. */
    synchronized void latency(String strategy, List<Latency> latency) {
        entry(strategy).latency = List.copyOf(latency);
    }

    /** The same of a reference. */
    synchronized void referenceLatency(String name, List<Latency> latency) {
        referenceLatencies.put(name, List.copyOf(latency));
    }

    synchronized void traffic(String strategy, Traffic traffic) {
        entry(strategy).traffic = traffic;
    }

    synchronized void startUp(String strategy, StartUp startUp) {
        entry(strategy).startUp = startUp;
    }

    synchronized void fleet(String strategy, Fleet fleet) {
        entry(strategy).fleet = fleet;
    }

    synchronized void exposure(String strategy, Exposure exposure) {
        entry(strategy).exposure = exposure;
    }

    synchronized void locality(String strategy, Locality locality) {
        entry(strategy).locality = locality;
    }

    synchronized void control(Control found) {
        control = found;
    }

    synchronized @Nullable Control control() {
        return control;
    }

    /** All of them; those that are not measured yet say so. */
    synchronized void bars(List<BarLine> lines) {
        if (!frozen) {
            bars = List.copyOf(lines);
        }
    }

    synchronized List<BarLine> bars() {
        return bars;
    }

    synchronized void plainKey(Locality found) {
        plainKey = found;
    }

    synchronized @Nullable Locality plainKey() {
        return plainKey;
    }

    synchronized void reference(String name, int threads, List<Double> perIteration) {
        references
                .computeIfAbsent(name, any -> new TreeMap<>())
                .computeIfAbsent(threads, any -> new ArrayList<>())
                .add(perIteration);
    }

    /**
     * All strategies, as they stand.
     *
     * @param unfinished what to say of those that were not gone through to their end; null once all were
     */
    synchronized List<Row> rows(@Nullable String unfinished) {
        List<Row> rows = new ArrayList<>();
        strategies.forEach((name, entry) -> {
            boolean open = entry.status == null && unfinished != null;
            Row.Status status = entry.status != null ? entry.status : Row.Status.measured;
            rows.add(new Row(
                    name,
                    entry.origin,
                    entry.server,
                    open ? Row.Status.skipped : status,
                    open ? unfinished : entry.reason,
                    rates(entry.rates, entry.leads),
                    rates(entry.batches, entry.batchLeads),
                    entry.cost,
                    entry.latency,
                    entry.traffic,
                    entry.startUp,
                    entry.uniqueness,
                    entry.fleet,
                    entry.order,
                    entry.traits,
                    entry.shape,
                    entry.exposure,
                    entry.locality));
        });
        return rows;
    }

    synchronized List<Reference> references() {
        List<Reference> all = new ArrayList<>();
        references.forEach((name, rates) ->
                all.add(new Reference(name, rates(rates, Map.of()), referenceLatencies.getOrDefault(name, List.of()))));
        return all;
    }

    private Entry entry(String strategy) {
        Entry entry = strategies.get(strategy);
        if (entry == null) {
            throw new IllegalArgumentException("no room was made for " + strategy);
        }
        return entry;
    }

    private static List<Rate> rates(Map<Integer, List<List<Double>>> samples, Map<Integer, Double> leads) {
        List<Rate> rates = new ArrayList<>();
        samples.forEach((threads, forks) -> {
            ListStatistics statistics = new ListStatistics(forks.stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray());
            double error = statistics.getMeanErrorAt(CONFIDENCE);
            rates.add(new Rate(
                    threads, statistics.getMean(), Double.isNaN(error) ? null : error, leads.get(threads), forks));
        });
        return rates;
    }
}
