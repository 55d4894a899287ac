package io.distid.bench.workshop.growth;

import io.distid.bench.latency.ServerCounter;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** A server whose requests and CPU are read while others use it. For use by one thread. */
record WatchedServer(RealServer server, ServerCounter counter) implements AutoCloseable {
    /** The resolution of a process's CPU time. */
    private static final long STEP_NANOS = 10_000_000;

    @FunctionalInterface
    interface Meanwhile {
        /** Runs for a while, and returns its figures. */
        Map<ScaleFigure, Double> watch() throws InterruptedException;
    }

    /** The load of a server in each of so many seconds; its CPU is not a number if it is unknown. */
    record Load(Map<ScaleFigure, Double> found, double seconds, double requests, double cpuNanos) {
        /** The load of a renewal, without the idle load. CPU below the resolution is left out. */
        Map<ScaleFigure, Double> less(Load idle, double renewals) {
            double each = Math.max(0, requests - idle.requests) / renewals;
            double nanos = cpuNanos - idle.cpuNanos;
            return nanos * seconds > STEP_NANOS
                    ? Map.of(ScaleFigure.RENEWAL_REQUESTS, each, ScaleFigure.RENEWAL_CPU, nanos / renewals)
                    : Map.of(ScaleFigure.RENEWAL_REQUESTS, each);
        }
    }

    static WatchedServer open(ServerKind kind, Servers servers) {
        return new WatchedServer(servers.server(kind), ServerCounter.open(kind, servers));
    }

    Load load(Meanwhile others) throws InterruptedException {
        long before = counter.requests();
        long own = counter.requests() - before;
        double cpu = cpuNanos(server);
        long start = System.nanoTime();
        Map<ScaleFigure, Double> found = others.watch();
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSpent = cpuNanos(server) - cpu;
        double requests = counter.requests() - before - 2.0 * own;
        return new Load(found, seconds, requests / seconds, cpuSpent / seconds);
    }

    @Override
    public void close() {
        counter.close();
    }

    /** The CPU time so far of a process and its descendants. PostgreSQL has a process for each connection. */
    static double cpuNanos(ProcessHandle server) {
        return Stream.concat(Stream.of(server), server.descendants())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToDouble(Duration::toNanos)
                .sum();
    }

    /** The CPU time of a server so far; not a number for a server elsewhere. */
    private static double cpuNanos(RealServer server) {
        try {
            return ProcessHandle.of(server.pid()).map(WatchedServer::cpuNanos).orElse(Double.NaN);
        } catch (UnsupportedOperationException e) {
            return Double.NaN;
        }
    }
}
