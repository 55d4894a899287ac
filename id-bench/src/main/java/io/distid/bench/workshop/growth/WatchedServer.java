package io.distid.bench.workshop.growth;

import io.distid.bench.latency.ServerCounter;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.RealServer;
import java.util.OptionalDouble;

/** A server whose requests and CPU are read while others use it. For use by one thread. */
record WatchedServer(RealServer server, ServerCounter counter) implements AutoCloseable {
    /** The resolution of a process's CPU time. */
    private static final long STEP_NANOS = 10_000_000;

    /** The work during the measurement. */
    @FunctionalInterface
    interface Meanwhile {
        /** Runs for a while, and returns its figures. */
        TrialFigures watch() throws InterruptedException;
    }

    /** The load of a server in each of so many seconds. */
    record Load(TrialFigures found, double seconds, double requests, OptionalDouble cpuNanos) {
        /** The load of a renewal, without the idle load. CPU below the resolution is left out. */
        TrialFigures less(Load idle, double renewals) {
            TrialFigures each = new TrialFigures()
                    .with(ScaleFigure.RENEWAL_REQUESTS, Math.max(0, requests - idle.requests) / renewals);
            if (cpuNanos.isPresent() && idle.cpuNanos.isPresent()) {
                double nanos = cpuNanos.getAsDouble() - idle.cpuNanos.getAsDouble();
                if (nanos * seconds > STEP_NANOS) {
                    each.with(ScaleFigure.RENEWAL_CPU, nanos / renewals);
                }
            }
            return each;
        }
    }

    static WatchedServer open(ServerKind kind, Servers servers) {
        return new WatchedServer(servers.server(kind), ServerCounter.open(kind, servers));
    }

    Load load(Meanwhile others) throws InterruptedException {
        long before = counter.requests();
        long own = counter.requests() - before;
        OptionalDouble cpu = cpuNanos(server);
        long start = System.nanoTime();
        TrialFigures found = others.watch();
        double seconds = (System.nanoTime() - start) / 1e9;
        OptionalDouble cpuAfter = cpuNanos(server);
        double requests = counter.requests() - before - 2.0 * own;
        return new Load(
                found,
                seconds,
                requests / seconds,
                cpu.isPresent() && cpuAfter.isPresent()
                        ? OptionalDouble.of((cpuAfter.getAsDouble() - cpu.getAsDouble()) / seconds)
                        : OptionalDouble.empty());
    }

    @Override
    public void close() {
        counter.close();
    }

    /** The CPU time of the server's process so far; empty for a server elsewhere. */
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
