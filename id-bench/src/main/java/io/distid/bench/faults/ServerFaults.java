package io.distid.bench.faults;

import io.distid.bench.faults.store.EtcdAdmin;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.faults.store.TakenConnections;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The server is away for a while, or refuses, and has kept the acknowledged writes. */
final class ServerFaults {
    static final Fault KILLED = Fault.ofStore(
            "store-kill",
            "The server is killed by SIGKILL and started again on its data, which hold all that it acknowledged.",
            ServerFaults::kill);
    static final Fault PAUSED = Fault.ofStore(
                    "store-pause",
                    "The server stands still by SIGSTOP for 10 s (tiny: 3 s), and goes on.",
                    ServerFaults::pause)
            .lasting(FaultTiming::outage);
    static final Fault OUT_OF_CONNECTIONS = Fault.ofStore(
                    "store-conns",
                    "The connections of nodes are cut, and idle ones of others take all that the server lets in, for 10 s (tiny: 3 s).",
                    ServerFaults::takeConnections)
            .lasting(FaultTiming::outage)
            .unless(subject -> subject.subject().server() == ServerKind.ETCD ? EtcdAdmin.UNLIMITED : null);
    static final Fault FULL = Fault.ofStore(
                    "store-full",
                    "The server's data are on a disk of their own, which is filled to the last byte for 10 s (tiny: 3 s) and freed;"
                            + " a server that ends for lack of space is started again then.",
                    ServerFaults::fill)
            .on(subject -> ServerSetup.OWN_DISK)
            .lasting(FaultTiming::outage);

    /** The mark that the server must keep. */
    private static final long MARK = 2;

    private static final Duration DOWN = Duration.ofMillis(500);
    private static final Duration STEP = Duration.ofMillis(100);

    /** Errors of a full disk, in the words of all servers and of the system. */
    private static final Pattern NO_SPACE = Pattern.compile(
            "no space left|short write|disk (is )?full|table .* is full|err(or|no):? 28", Pattern.CASE_INSENSITIVE);

    private ServerFaults() {}

    private static Proof kill(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        FaultStore store = fleet.store();
        long pid = store.server().pid();
        store.admin().mark(MARK);
        store.server().kill();
        fleet.tell("the server is killed");
        fleet.pause(DOWN);
        store.server().restart();
        fleet.tell("the server is up again");
        OptionalLong kept = store.admin().marked();
        return new Proof(
                store.server().pid() != pid && kept.equals(OptionalLong.of(MARK)),
                "process " + pid + " is gone, process " + store.server().pid() + " is in its place, and it holds "
                        + (kept.isEmpty() ? "nothing" : "what was acknowledged before"));
    }

    private static Proof pause(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        RealServer server = fleet.store().server();
        // Returns once all its threads are stopped.
        server.pause();
        long began = System.nanoTime();
        fleet.tell("the server stands still");
        try {
            fleet.pause(fleet.timing().outage());
        } finally {
            server.resume();
        }
        fleet.tell("the server goes on");
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        return new Proof(
                millis >= fleet.timing().outage().toMillis(),
                "all threads of process " + server.pid() + " stood still for " + millis + " ms");
    }

    private static Proof takeConnections(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        // The nodes must not be quicker than the connections that are taken.
        fleet.store().link().refuse();
        try (TakenConnections taken = fleet.store().admin().takeConnections()) {
            fleet.store().link().pass();
            fleet.tell("all connections are taken");
            fleet.pause(fleet.timing().outage());
            fleet.tell("connections are free again");
            return new Proof(
                    !taken.refusal().isEmpty(),
                    taken.refusal().isEmpty()
                            ? "the server let in each connection"
                            : "after " + taken.count() + " connections the server answers: " + taken.refusal());
        }
    }

    private static Proof fill(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        FaultStore store = fleet.store();
        RealServer server = store.server();
        store.admin().mark(MARK);
        Optional<String> before = store.admin().writeLarge();
        server.fillDisk();
        fleet.tell("the disk of the server is full");
        String refusal = refusal(fleet);
        fleet.pause(fleet.timing().outage());
        server.freeDisk();
        fleet.tell("the disk has space again");
        boolean ended = !server.isRunning();
        if (ended) {
            server.restart();
            fleet.tell("the server, which had ended, is started again");
        }
        OptionalLong kept = store.admin().marked();
        Optional<String> words = Optional.of(refusal)
                .filter(text -> NO_SPACE.matcher(text).find())
                .or(() -> server.logged(NO_SPACE));
        return new Proof(
                before.isEmpty() && !refusal.isEmpty() && words.isPresent() && kept.equals(OptionalLong.of(MARK)),
                (refusal.isEmpty()
                                ? "the server took each write"
                                : "the server refused a write: " + words.orElse(refusal))
                        + (ended ? "; it ended" : "")
                        + (kept.isEmpty() ? "; it has lost what was acknowledged before" : ""));
    }

    /** The server's refusal of a write that needs space; empty if it accepted all writes. */
    private static String refusal(Fleet fleet) throws InterruptedException {
        RealServer server = fleet.store().server();
        long deadline = System.nanoTime() + fleet.timing().outage().toNanos();
        while (server.isRunning() && System.nanoTime() - deadline < 0) {
            Optional<String> refusal = fleet.store().admin().writeLarge();
            if (refusal.isPresent()) {
                return refusal.get();
            }
            fleet.pause(STEP);
        }
        return server.isRunning() ? "" : "its process has ended";
    }
}
