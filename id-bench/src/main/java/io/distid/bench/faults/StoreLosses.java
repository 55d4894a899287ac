package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The server lacks what it has acknowledged, or may lack it, and one more node opens. */
final class StoreLosses {
    /** The mark that the server must keep through the fault. */
    private static final long OLD = 1;

    /** The mark of a later acknowledged write. */
    private static final long NEW = 2;

    private static final Duration ELECTION = Duration.ofSeconds(20);

    static final Fault ROLLED_BACK = Fault.ofStore(
                    "store-rollback",
                    "The server's data are copied, a node opens, the server is stopped and started on the copy, and one more node opens.",
                    StoreLosses::rollBack)
            .taking(subject -> showsItsStart(subject) ? Set.of() : Set.of(Premise.STORE))
            .repeating(subject -> {
                if (showsItsStart(subject)) {
                    return "nothing: the server was started again, so a new node begins above all that can have been reserved";
                }
                return subject.isLeased()
                        ? "what was stamped since the copy, by a new node that has not seen it, for at most max-ahead and a reservation"
                                + " after the restore; a holder notices at its next renewal"
                        : "each number that was granted since the copy, by a node that has not seen it, until the counter has"
                                + " passed the greatest of them; a node that has seen greater ones refuses";
            });

    /** Failover of a MySQL or PostgreSQL pair, of Redis with Sentinels, of a ZooKeeper ensemble and of an etcd cluster. */
    static final Fault FAILED_OVER = failover(
            "store-failover",
            "Replicas of MySQL, PostgreSQL and Redis are cut from their source and a node opens; the server that leads is killed,"
                    + " another takes over at its address, and one more node opens.",
            ServerSetup.ENSEMBLE);

    /** Failover of one of three masters of a Redis Cluster. */
    static final Fault CLUSTER_FAILED_OVER = failover(
                    "store-cluster",
                    "The master of a Redis Cluster that has the nodes' keys is cut from all others and a node opens; it is killed,"
                            + " its replica takes over, which clients find by themselves, and one more node opens.",
                    ServerSetup.REDIS_CLUSTER)
            .unless(subject -> subject.subject().server() == ServerKind.REDIS ? null : "its store is not Redis");

    static final Fault GONE = wiped(
            "store-gone",
            "and a node opens that may not create them again.",
            false,
            "nothing until an operator creates it again: see store-remade");

    static final Fault REMADE = wiped(
            "store-remade",
            "and a node opens that creates them again while the others live.",
            true,
            "each number that was granted before, by a new node, until the counter has passed the greatest of them; a node"
                    + " that has seen greater ones refuses");

    private StoreLosses() {}

    private static Fault failover(String name, String sentence, ServerSetup setup) {
        return Fault.ofStore(name, sentence, StoreLosses::failOver)
                .on(subject -> setup)
                .lasting(timing -> ELECTION)
                .taking(subject -> acknowledgesAlone(subject) && !subject.isLeased() ? Set.of(Premise.STORE) : Set.of())
                .repeating(subject -> {
                    if (!acknowledgesAlone(subject)) {
                        return null;
                    }
                    return subject.isLeased()
                            ? "nothing: another server answers, so a new node begins above all that can have been reserved"
                            : "each number that was granted and that the replica lacks, by a node that has not seen it; a node that"
                                    + " has seen greater ones refuses";
                });
    }

    private static Fault wiped(String name, String end, boolean createdAgain, String repeated) {
        return Fault.ofStore(
                        name,
                        "All data are removed from the server while it runs (FLUSHALL, DROP DATABASE, delete), " + end,
                        (fleet, plan) -> wipe(fleet, plan, createdAgain))
                // A node that creates the records of leases again begins above the horizon of all possible bounds.
                .taking(subject -> subject.isLeased() ? Set.of() : Set.of(Premise.STORE))
                .repeating(subject -> subject.isLeased()
                        ? "nothing: a node that creates the namespace again begins above all that was reserved"
                        : repeated);
    }

    /** Whether a subject keeps its bounds on a server whose restart is visible. */
    private static boolean showsItsStart(FaultSubject subject) {
        return subject.isLeased() && subject.subject().server() != ServerKind.ZOOKEEPER;
    }

    /** Whether a single server acknowledges writes before others have them. In ZooKeeper and etcd a majority has them. */
    private static boolean acknowledgesAlone(FaultSubject subject) {
        ServerKind kind = subject.subject().server();
        return kind == ServerKind.MYSQL || kind == ServerKind.POSTGRESQL || kind == ServerKind.REDIS;
    }

    private static Proof rollBack(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultStore store = fleet.store();
        FaultNode early = fleet.running(1, plan).get(0);
        store.admin().mark(OLD);
        store.server().copyData();
        fleet.tell("the data of the server are copied");
        FaultNode next = nextAfterLate(fleet, plan, early);
        store.server().restoreData();
        OptionalLong held = store.admin().marked();
        fleet.tell("the server is back on the copy");
        fleet.openAndDraw(next, plan);
        return new Proof(
                held.equals(OptionalLong.of(OLD)),
                "the server had acknowledged " + NEW + " and answers " + words(held));
    }

    private static Proof failOver(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultStore store = fleet.store();
        boolean alone = acknowledgesAlone(fleet.subject());
        FaultNode early = fleet.running(1, plan).get(0);
        store.leadByKeys();
        store.admin().mark(OLD);
        store.awaitReplicas();
        if (alone) {
            store.cutReplicas();
            fleet.tell("the replicas get no more of what is acknowledged");
        }
        FaultNode next = nextAfterLate(fleet, plan, early);
        long old = store.server().pid();
        store.failOver();
        OptionalLong held = store.admin().marked();
        fleet.tell("another server leads");
        fleet.openAndDraw(next, plan);
        return new Proof(
                store.server().pid() != old && held.equals(OptionalLong.of(alone ? OLD : NEW)),
                "process " + old + " had acknowledged " + NEW + ", and process "
                        + store.server().pid() + " leads and answers " + words(held));
    }

    /** Opens a node whose writes may be lost, marks that too, and starts the node that opens after the loss. */
    private static FaultNode nextAfterLate(Fleet fleet, FaultPlan plan, FaultNode early) throws InterruptedException {
        FaultNode late = fleet.opened(1);
        Map<String, String> settings = FaultSubject.withoutLeaveToCreate(fleet.settings(2));
        fleet.awaitIds(plan, early, late);
        FaultNode next = fleet.start(2, "node 2", settings);
        fleet.store().admin().mark(NEW);
        return next;
    }

    private static String words(OptionalLong held) {
        return held.isPresent() ? Long.toString(held.getAsLong()) : "nothing";
    }

    private static Proof wipe(Fleet fleet, FaultPlan plan, boolean createdAgain) throws InterruptedException {
        FaultStore store = fleet.store();
        fleet.running(2, plan);
        Map<String, String> later = FaultSubject.withoutLeaveToCreate(fleet.settings(2));
        store.admin().mark(NEW);
        store.admin().wipe();
        OptionalLong held = store.admin().marked();
        fleet.tell("all data are removed");
        if (createdAgain) {
            fleet.createAgain();
        }
        FaultNode next = fleet.start(2, "node 2", createdAgain ? fleet.settings(2) : later);
        fleet.openAndDraw(next, plan);
        return new Proof(
                held.isEmpty(),
                "the server had acknowledged " + NEW + " and answers "
                        + (held.isPresent() ? words(held) : "that there is nothing")
                        + (next.draws() ? "; node 2 was let in" : "; node 2 was refused"));
    }
}
