package io.distid.bench.faults;

import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.results.FaultPlan;
import io.distid.testservers.RealServer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The disk of the server is full for a while. */
final class StoreFull implements StoreFault {
    /** Errors of a full disk, in the words of all servers and of the system. */
    private static final Pattern NO_SPACE = Pattern.compile(
            "no space left|short write|disk (is )?full|table .* is full|err(or|no):? 28", Pattern.CASE_INSENSITIVE);

    private static final Duration STEP = Duration.ofMillis(100);

    @Override
    public String name() {
        return "store-full";
    }

    @Override
    public String sentence() {
        return "The server's data are on a disk of their own, which is filled to the last byte for 10 s (tiny: 3 s) and freed; a server that"
                + " ends for lack of space is started again then.";
    }

    @Override
    public ServerSetup setup(FaultSubject subject) {
        return ServerSetup.OWN_DISK;
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return timing.outage();
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        FaultStore store = fleet.store();
        RealServer server = store.server();
        store.admin().mark(NEW);
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
                before.isEmpty() && !refusal.isEmpty() && words.isPresent() && kept.equals(OptionalLong.of(NEW)),
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
