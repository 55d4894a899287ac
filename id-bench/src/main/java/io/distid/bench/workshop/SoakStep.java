package io.distid.bench.workshop;

import io.distid.bench.faults.Fleet;
import io.distid.bench.faults.node.FaultNode;
import java.time.Duration;

/** A disturbance of a fleet for a while in a soak. At most one of each group runs at a time. */
enum SoakStep {
    STORE_KILLED(
            Group.STORE,
            "the server is killed",
            (fleet, node, seed) -> fleet.store().server().kill(),
            (fleet, node) -> fleet.store().server().restart()),
    STORE_PAUSED(
            Group.STORE,
            "the server stands still",
            (fleet, node, seed) -> fleet.store().server().pause(),
            (fleet, node) -> fleet.store().server().resume()),
    NETWORK_CUT(
            Group.NETWORK,
            "the network is cut",
            (fleet, node, seed) -> fleet.store().link().refuse(),
            (fleet, node) -> fleet.store().link().pass()),
    NETWORK_HOLE(
            Group.NETWORK,
            "the network passes nothing on",
            (fleet, node, seed) -> fleet.store().link().hold(),
            (fleet, node) -> fleet.store().link().pass()),
    NETWORK_SLOW(
            Group.NETWORK,
            "the network is slow",
            (fleet, node, seed) -> fleet.store().link().delay(Duration.ofMillis(200)),
            (fleet, node) -> fleet.store().link().delay(Duration.ZERO)),
    ANSWERS_LOST(
            Group.NETWORK,
            "every fifth answer is lost",
            (fleet, node, seed) -> fleet.store().link().dropAnswers(0.2, seed),
            (fleet, node) -> fleet.store().link().dropNoAnswer()),
    NODE_KILLED(Group.NODE, "is killed", (fleet, node, seed) -> node.kill(), (fleet, node) -> {}),
    NODE_CLOSED(Group.NODE, "is closed", (fleet, node, seed) -> node.end(), (fleet, node) -> {}),
    NODE_PAUSED(Group.NODE, "stands still", (fleet, node, seed) -> node.pause(), (fleet, node) -> node.resume());

    private final Group group;
    private final String words;
    private final Begin begin;
    private final End end;

    private interface Begin {
        void on(Fleet fleet, FaultNode node, long seed) throws InterruptedException;
    }

    private interface End {
        void on(Fleet fleet, FaultNode node) throws InterruptedException;
    }

    /** The part that is disturbed. */
    enum Group {
        /** The server. These steps end first, so that nodes find a server again. */
        STORE,
        NETWORK,
        /** One node. The caller restarts a node that was ended. */
        NODE
    }

    SoakStep(Group group, String words, Begin begin, End end) {
        this.group = group;
        this.words = words;
        this.begin = begin;
        this.end = end;
    }

    Group group() {
        return group;
    }

    /** For the story. */
    String words(FaultNode node) {
        return group == Group.NODE ? node.title() + " " + words : words;
    }

    void begin(Fleet fleet, FaultNode node, long seed) throws InterruptedException {
        begin.on(fleet, node, seed);
    }

    void end(Fleet fleet, FaultNode node) throws InterruptedException {
        end.on(fleet, node);
    }
}
