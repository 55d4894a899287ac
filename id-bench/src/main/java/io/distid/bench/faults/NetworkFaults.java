package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import io.distid.testservers.fault.LossyLink;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Faults of the network between nodes and their server. */
final class NetworkFaults {
    private static final Duration EACH_WAY = Duration.ofMillis(200);
    private static final int ANSWERS = 8;
    private static final int FARTHEST = 5;
    private static final Duration STEP = Duration.ofMillis(20);

    static final Fault CUT = outage(
            "network-cut",
            "Connections to the server are cut, and new ones at once, for 10 s (tiny: 3 s).",
            "is cut",
            LossyLink::refuse,
            LossyLink::connectionsCut,
            "connections were cut");
    static final Fault HOLE = outage(
            "network-hole",
            "Nothing comes through to the server or back for 10 s (tiny: 3 s), and connections stay; what was sent arrives afterwards.",
            "passes nothing on",
            LossyLink::hold,
            LossyLink::held,
            "times something was sent and did not arrive");
    static final Fault SLOW = outage(
            "network-slow",
            "All that is sent takes 200 ms longer each way for 10 s (tiny: 3 s).",
            "is slow",
            link -> link.delay(EACH_WAY),
            LossyLink::delayed,
            "times something that was sent took 200 ms longer");
    static final Fault ANSWERS_LOST = Fault.ofStore(
            "network-lost",
            "Eight answers are lost after the server has done what it was asked for, each with its connection.",
            NetworkFaults::loseAnswers);

    private NetworkFaults() {}

    private static Fault outage(
            String name,
            String sentence,
            String event,
            Consumer<LossyLink> begin,
            ToLongFunction<LossyLink> count,
            String counted) {
        return Fault.ofStore(name, sentence, (fleet, plan) -> {
                    fleet.running(2, plan);
                    LossyLink link = fleet.store().link();
                    begin.accept(link);
                    fleet.tell("the network " + event);
                    fleet.pause(fleet.timing().outage());
                    long times = count.applyAsLong(link);
                    link.delay(Duration.ZERO);
                    link.pass();
                    fleet.tell("the network works again");
                    return new Proof(times > 0, times + " " + counted);
                })
                .lasting(FaultTiming::outage);
    }

    private static Proof loseAnswers(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        LossyLink link = fleet.store().link();
        long deadline = System.nanoTime() + fleet.timing().patience().toNanos();
        for (int i = 0; i < ANSWERS; i++) {
            long before = link.answersDropped();
            // Do not always lose the next answer: it may be the login of a new connection.
            link.dropAnswerAfter(Math.abs(plan.jumps().get(i)) % FARTHEST);
            while (link.answersDropped() == before && System.nanoTime() - deadline < 0) {
                fleet.pause(STEP);
            }
        }
        link.dropNoAnswer();
        fleet.tell(link.answersDropped() + " answers are lost");
        return new Proof(
                link.answersDropped() > 0,
                link.answersDropped() + " answers of the server came and were not passed on");
    }
}
