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
import org.jspecify.annotations.Nullable;

/** The leader is killed, and another server takes its place, which may lack the last acknowledged writes. */
final class StoreFailover implements StoreFault {
    /** Failover of a MySQL or PostgreSQL pair, of Redis with Sentinels, of a ZooKeeper ensemble and of an etcd cluster. */
    static final StoreFailover OF_ONE_THAT_LEADS = new StoreFailover(
            "store-failover",
            "Replicas of MySQL, PostgreSQL and Redis are cut from their source and a node opens; the server that leads is killed, another takes"
                    + " over at its address, and one more node opens.",
            ServerSetup.ENSEMBLE);

    /** Failover of one of three masters of a Redis Cluster. */
    static final StoreFailover OF_CLUSTER = new StoreFailover(
            "store-cluster",
            "The master of a Redis Cluster that has the nodes' keys is cut from all others and a node opens; it is killed, its replica takes"
                    + " over, which clients find by themselves, and one more node opens.",
            ServerSetup.REDIS_CLUSTER);

    private static final Duration ELECTION = Duration.ofSeconds(20);

    private final String name;
    private final String sentence;
    private final ServerSetup setup;

    private StoreFailover(String name, String sentence, ServerSetup setup) {
        this.name = name;
        this.sentence = sentence;
        this.setup = setup;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public ServerSetup setup(FaultSubject subject) {
        return setup;
    }

    @Override
    public @Nullable String whyInapplicable(FaultSubject subject) {
        String inapplicable = StoreFault.super.whyInapplicable(subject);
        return inapplicable == null
                        && setup == ServerSetup.REDIS_CLUSTER
                        && subject.subject().server() != ServerKind.REDIS
                ? "its store is not Redis"
                : inapplicable;
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return ELECTION;
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        return acknowledgesAlone(subject) && !subject.isLeased() ? Set.of(Premise.STORE) : Set.of();
    }

    @Override
    public @Nullable String canRepeat(FaultSubject subject, FaultTiming timing) {
        if (!acknowledgesAlone(subject)) {
            return null;
        }
        return subject.isLeased()
                ? "nothing: another server answers, so a new node begins above all that can have been reserved"
                : "each number that was granted and that the replica lacks, by a node that has not seen it; a node that has seen greater ones"
                        + " refuses";
    }

    /**
     * Whether a single server acknowledges writes before others have them. In ZooKeeper and etcd a majority has them.
     */
    private static boolean acknowledgesAlone(FaultSubject subject) {
        ServerKind kind = subject.subject().server();
        return kind == ServerKind.MYSQL || kind == ServerKind.POSTGRESQL || kind == ServerKind.REDIS;
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
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
        FaultNode late = fleet.opened(1);
        Map<String, String> settings = FaultSubject.withoutLeaveToCreate(fleet.settings(2));
        for (FaultNode node : new FaultNode[] {early, late}) {
            node.await(plan.idsBefore(), fleet.timing().patience());
        }
        FaultNode next = fleet.start(2, "node 2", settings);
        store.admin().mark(NEW);
        long old = store.server().pid();
        store.failOver();
        OptionalLong held = store.admin().marked();
        fleet.tell("another server leads");
        fleet.openAndDraw(next, plan);
        return new Proof(
                store.server().pid() != old && held.equals(OptionalLong.of(alone ? OLD : NEW)),
                "process " + old + " had acknowledged " + NEW + ", and process "
                        + store.server().pid() + " leads and answers "
                        + (held.isPresent() ? held.getAsLong() : "nothing"));
    }
}
