package io.distid.bench.workshop;

import io.distid.bench.faults.Fleet;
import io.distid.bench.faults.node.FaultNode;
import java.time.Duration;

/** A disturbance of a fleet for a while in a soak. At most one of each group runs at a time. */
enum SoakStep {
    STORE_KILLED(Group.STORE, "the server is killed") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().server().kill();
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().server().restart();
        }
    },

    STORE_PAUSED(Group.STORE, "the server stands still") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().server().pause();
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().server().resume();
        }
    },

    NETWORK_CUT(Group.NETWORK, "the network is cut") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().link().refuse();
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().link().pass();
        }
    },

    NETWORK_HOLE(Group.NETWORK, "the network passes nothing on") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().link().hold();
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().link().pass();
        }
    },

    NETWORK_SLOW(Group.NETWORK, "the network is slow") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().link().delay(EACH_WAY);
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().link().delay(Duration.ZERO);
        }
    },

    ANSWERS_LOST(Group.NETWORK, "every fifth answer is lost") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) {
            fleet.store().link().dropAnswers(LOST, seed);
        }

        @Override
        void end(Fleet fleet, FaultNode node) {
            fleet.store().link().dropNoAnswer();
        }
    },

    NODE_KILLED(Group.NODE, "is killed") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) throws InterruptedException {
            node.kill();
        }
    },

    NODE_CLOSED(Group.NODE, "is closed") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) throws InterruptedException {
            node.end();
        }
    },

    NODE_PAUSED(Group.NODE, "stands still") {
        @Override
        void begin(Fleet fleet, FaultNode node, long seed) throws InterruptedException {
            node.pause();
        }

        @Override
        void end(Fleet fleet, FaultNode node) throws InterruptedException {
            node.resume();
        }
    };

    private static final Duration EACH_WAY = Duration.ofMillis(200);
    private static final double LOST = 0.2;

    private final Group group;
    private final String words;

    /** The part that is disturbed. */
    enum Group {
        /** The server. These steps end first, so that nodes find a server again. */
        STORE,
        NETWORK,
        /** One node. The caller restarts a node that was ended. */
        NODE
    }

    SoakStep(Group group, String words) {
        this.group = group;
        this.words = words;
    }

    Group group() {
        return group;
    }

    /** For the story. */
    String words(FaultNode node) {
        return group == Group.NODE ? node.title() + " " + words : words;
    }

    abstract void begin(Fleet fleet, FaultNode node, long seed) throws InterruptedException;

    void end(Fleet fleet, FaultNode node) throws InterruptedException {}
}
