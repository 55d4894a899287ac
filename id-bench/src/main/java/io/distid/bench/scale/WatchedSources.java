package io.distid.bench.scale;

import io.distid.bench.latency.ServerCounter;
import io.distid.bench.subject.Servers;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.OptionalDouble;

/** A JVM with one source or several, and the server that is watched meanwhile. For use by one thread. */
record WatchedSources(RealServer server, LeasesProcess process, ServerCounter counter) implements AutoCloseable {
    /** What a server did in each second. */
    record Load(TrialFigures found, double requests, OptionalDouble cpuNanos) {
        /** For each of so many renewals a second, less what it does anyhow. */
        TrialFigures less(Load idle, double renewals) {
            TrialFigures each = new TrialFigures()
                    .with(ScaleFigure.RENEWAL_REQUESTS, Math.max(0, requests - idle.requests) / renewals);
            if (cpuNanos.isPresent() && idle.cpuNanos.isPresent()) {
                double nanos = Math.max(0, cpuNanos.getAsDouble() - idle.cpuNanos.getAsDouble());
                each.with(ScaleFigure.RENEWAL_CPU, nanos / renewals);
            }
            return each;
        }
    }

    static WatchedSources open(LeasesGrowth.Source source, Servers servers, int sources) throws InterruptedException {
        ServerCounter counter = ServerCounter.open(source.server(), servers);
        try {
            return new WatchedSources(
                    servers.server(source.server()), LeasesProcess.start(source.worker(), servers, sources), counter);
        } catch (RuntimeException | InterruptedException e) {
            counter.close();
            throw e;
        }
    }

    Load load(Duration window) throws InterruptedException {
        long before = counter.requests();
        long own = counter.requests() - before;
        OptionalDouble cpu = cpuNanos(server);
        long start = System.nanoTime();
        TrialFigures found = process.watch(window);
        double seconds = (System.nanoTime() - start) / 1e9;
        OptionalDouble cpuAfter = cpuNanos(server);
        double requests = counter.requests() - before - 2.0 * own;
        return new Load(
                found,
                requests / seconds,
                cpu.isPresent() && cpuAfter.isPresent()
                        ? OptionalDouble.of((cpuAfter.getAsDouble() - cpu.getAsDouble()) / seconds)
                        : OptionalDouble.empty());
    }

    @Override
    public void close() {
        counter.close();
        process.close();
    }

    /** What the server's process has spent so far; nothing of one that is elsewhere. */
    private static OptionalDouble cpuNanos(RealServer server) {
        try {
            return ProcessHandle.of(server.pid())
                    .flatMap(process -> process.info().totalCpuDuration())
                    .map(spent -> OptionalDouble.of(spent.toNanos()))
                    .orElse(OptionalDouble.empty());
        } catch (UnsupportedOperationException e) {
            return OptionalDouble.empty();
        }
    }
}
