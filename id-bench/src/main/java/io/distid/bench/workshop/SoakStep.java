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
            (fleet, node, seed) -> fleet.store().server().restart()),
    STORE_PAUSED(
            Group.STORE,
            "the server stands still",
            (fleet, node, seed) -> fleet.store().server().pause(),
            (fleet, node, seed) -> fleet.store().server().resume()),
    NETWORK_CUT(
            Group.NETWORK,
            "the network is cut",
            (fleet, node, seed) -> fleet.store().link().refuse(),
            (fleet, node, seed) -> fleet.store().link().pass()),
    NETWORK_HOLE(
            Group.NETWORK,
            "the network passes nothing on",
            (fleet, node, seed) -> fleet.store().link().hold(),
            (fleet, node, seed) -> fleet.store().link().pass()),
    NETWORK_SLOW(
            Group.NETWORK,
            "the network is slow",
            (fleet, node, seed) -> fleet.store().link().delay(Duration.ofMillis(200)),
            (fleet, node, seed) -> fleet.store().link().delay(Duration.ZERO)),
    ANSWERS_LOST(
            Group.NETWORK,
            "every fifth answer is lost",
            (fleet, node, seed) -> fleet.store().link().dropAnswers(0.2, seed),
            (fleet, node, seed) -> fleet.store().link().dropNoAnswer()),
    NODE_KILLED(Group.NODE, "is killed", (fleet, node, seed) -> node.kill(), (fleet, node, seed) -> {}),
    NODE_CLOSED(Group.NODE, "is closed", (fleet, node, seed) -> node.end(), (fleet, node, seed) -> {}),
    NODE_PAUSED(Group.NODE, "stands still", (fleet, node, seed) -> node.pause(), (fleet, node, seed) -> node.resume());

    final Group group;
    final Act begin;
    final Act end;
    private final String words;

    /** Begins or ends it. */
    @FunctionalInterface
    interface Act {
        void on(Fleet fleet, FaultNode node, long seed) throws InterruptedException;
    }

    /** The part that is disturbed. */
    enum Group {
        /** The server. These steps end first, so that nodes find a server again. */
        STORE,
        NETWORK,
        /** One node. The caller restarts a node that was ended. */
        NODE
    }

    SoakStep(Group group, String words, Act begin, Act end) {
        this.group = group;
        this.words = words;
        this.begin = begin;
        this.end = end;
    }

    /** For the story. */
    String words(FaultNode node) {
        return group == Group.NODE ? node.title() + " " + words : words;
    }
}
