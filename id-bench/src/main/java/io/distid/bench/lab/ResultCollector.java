package io.distid.bench.lab;

import io.distid.bench.results.Control;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Environment;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Latency;
import io.distid.bench.results.Locality;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Measurements;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.results.TokenLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a comparison finds. Safe for use by several threads, so that an interrupted run can still be written by the thread
 * that ends it.
 */
final class ResultCollector {
    private boolean frozen;
    private @Nullable Control control;
    private @Nullable Locality plainKey;
    private List<ScaleCurve> scale = List.of();
    final Lines<LockLine> locks = new Lines<>();
    final Lines<TokenLine> tokens = new Lines<>();
    final Lines<EntityLine> entities = new Lines<>();
    private final Map<String, Entry> subjects = new LinkedHashMap<>();
    private final Map<String, List<MeasuredFork>> references = new LinkedHashMap<>();
    private final Map<String, List<Latency>> referenceLatencies = new LinkedHashMap<>();

    /** The lines of locks, tokens or entities, in the order of their arrival. */
    final class Lines<L extends SubjectLine<L>> {
        private final Map<String, L> lines = new LinkedHashMap<>();

        /** Adds a line, or replaces the line of the same name. */
        void put(L line) {
            synchronized (ResultCollector.this) {
                if (!frozen) {
                    lines.put(line.name(), line);
                }
            }
        }

        L get(String name) {
            synchronized (ResultCollector.this) {
                return lines.get(name);
            }
        }

        List<L> all() {
            synchronized (ResultCollector.this) {
                return List.copyOf(lines.values());
            }
        }
    }

    private static final class Entry {
        private final Origin origin;
        private final List<MeasuredFork> forks = new ArrayList<>();
        private @Nullable String server;
        private Row.@Nullable Status status;
        private @Nullable String reason;
        private Measurements measurements = Measurements.NONE;

        Entry(Origin origin) {
            this.origin = origin;
        }

        Measurements all() {
            return forks.isEmpty()
                    ? measurements
                    : measurements
                            .with(Kind.THROUGHPUT, MeasuredFork.rates(forks, false))
                            .with(Kind.BATCH, MeasuredFork.rates(forks, true))
                            .with(Kind.COST, MeasuredFork.cost(forks));
        }
    }

    /** Accepts nothing more: later failures are consequences of the end of the run. */
    synchronized void freeze() {
        frozen = true;
    }

    /** Opens a row. Rows keep the order of these calls. */
    synchronized void open(String subject, Origin origin) {
        subjects.put(subject, new Entry(origin));
    }

    synchronized void server(String subject, String description) {
        entry(subject).server = description;
    }

    synchronized void skipped(String subject, String reason) {
        entry(subject).status = Row.Status.skipped;
        entry(subject).reason = reason;
    }

    /** Keeps the first reason: later failures are mostly consequences of it. */
    synchronized void failed(String subject, String reason) {
        Entry entry = entry(subject);
        if (!frozen && entry.status != Row.Status.failed) {
            entry.status = Row.Status.failed;
            entry.reason = reason;
        }
    }

    /**
     * Records a check with too few ids. A failed subject stays failed, and the first reason is kept; {@code reason}:
     * null if there were enough.
     */
    synchronized void notShown(String subject, @Nullable String reason) {
        Entry entry = entry(subject);
        if (!frozen && reason != null && entry.status == null) {
            entry.status = Row.Status.notShown;
            entry.reason = reason;
        }
    }

    /** Adds a measurement, or replaces the one of its kind; {@code value}: null for no change. */
    synchronized <T> void measured(String subject, Kind<T> kind, @Nullable T value) {
        Entry entry = entry(subject);
        entry.measurements = entry.measurements.with(kind, value);
    }

    /** Adds the rates and the cost of one child JVM. */
    synchronized void fork(String subject, MeasuredFork fork) {
        entry(subject).forks.add(fork);
    }

    synchronized void reference(String name, MeasuredFork fork) {
        references.computeIfAbsent(name, any -> new ArrayList<>()).add(fork);
    }

    synchronized void referenceLatency(String name, List<Latency> latency) {
        referenceLatencies.put(name, List.copyOf(latency));
    }

    /** Records a control. One that was not caught stays, since it matters more. */
    synchronized void control(Control found) {
        if (control == null || control.caught()) {
            control = found;
        }
    }

    synchronized void scale(List<ScaleCurve> curves) {
        if (!frozen) {
            scale = List.copyOf(curves);
        }
    }

    synchronized void plainKey(Locality found) {
        plainKey = found;
    }

    /** All rows so far; {@code unfinished}: the reason for rows that are not finished; null once all are. */
    synchronized List<Row> rows(@Nullable String unfinished) {
        List<Row> rows = new ArrayList<>();
        subjects.forEach((name, entry) -> {
            boolean open = entry.status == null && unfinished != null;
            Row.Status status = entry.status != null ? entry.status : Row.Status.measured;
            rows.add(new Row(
                    name,
                    entry.origin,
                    entry.server,
                    open ? Row.Status.skipped : status,
                    open ? unfinished : entry.reason,
                    entry.all()));
        });
        return rows;
    }

    synchronized List<Reference> references() {
        List<Reference> all = new ArrayList<>();
        references.forEach((name, forks) -> all.add(new Reference(
                name, MeasuredFork.rates(forks, false), referenceLatencies.getOrDefault(name, List.of()))));
        return all;
    }

    /** All results so far; {@code unfinished}: as for {@link #rows}. */
    synchronized Results results(Environment environment, @Nullable String unfinished, List<String> warnings) {
        return new Results(
                environment,
                rows(unfinished),
                control,
                plainKey,
                locks.all(),
                tokens.all(),
                entities.all(),
                scale,
                List.of(),
                warnings,
                null);
    }

    private Entry entry(String subject) {
        Entry entry = subjects.get(subject);
        if (entry == null) {
            throw new IllegalArgumentException("no row was opened for " + subject);
        }
        return entry;
    }
}
