package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import io.distid.testservers.LossyLink;
import java.time.Duration;

/** Answers of the server are lost after it has executed the requests. */
final class AnswersLost implements StoreFault {
    private static final int ANSWERS = 8;
    private static final int FARTHEST = 5;
    private static final Duration STEP = Duration.ofMillis(20);

    @Override
    public String name() {
        return "network-lost";
    }

    @Override
    public String sentence() {
        return "Eight answers are lost after the server has done what it was asked for, each with its connection.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
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
