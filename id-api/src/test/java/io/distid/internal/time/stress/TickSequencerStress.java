package io.distid.internal.time.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.distid.LeaseLostException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two threads at a time. In each, an arbiter says whether all that must hold does. */
public final class TickSequencerStress {
    private TickSequencerStress() {}

    /** Two callers, each twice, while the clock moves on. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "unique and in order")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "a state repeated or out of order")
    @State
    public static class AdvancingClock {
        private final Racing racing = new Racing(3);
        private long a1;
        private long a2;
        private long b1;
        private long b2;

        /** Draws, moves the clock, draws. */
        @Actor
        public void one() {
            a1 = racing.next();
            racing.clock(101);
            a2 = racing.next();
        }

        /** Draws twice. */
        @Actor
        public void two() {
            b1 = racing.next();
            b2 = racing.next();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            result.r1 = a1 > 0 && b1 > 0 && fine(a1, a2, b1, b2);
        }
    }

    /** The same while the clock is set back, and the lead is spent. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "unique and in order")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "a state repeated or out of order")
    @State
    public static class RecedingClock {
        private final Racing racing = new Racing(1);
        private long a1;
        private long a2;
        private long b1;
        private long b2;

        /** Draws, sets the clock back, draws. */
        @Actor
        public void one() {
            a1 = racing.next();
            racing.clock(99);
            a2 = racing.next();
        }

        /** Draws twice. */
        @Actor
        public void two() {
            b1 = racing.next();
            b2 = racing.next();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            result.r1 = a1 > 0 && fine(a1, a2, b1, b2);
        }
    }

    /** Four draws from a tick of two: some give up, and after the clock went on the way is open again. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "two states issued, and the way opens again")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "more than the tick holds, a repeat, or stuck")
    @State
    public static class Exhaustion {
        private final Racing racing = new Racing(0);
        private long a1;
        private long a2;
        private long b1;
        private long b2;

        /** Draws twice. */
        @Actor
        public void one() {
            a1 = racing.next();
            a2 = racing.next();
        }

        /** Draws twice. */
        @Actor
        public void two() {
            b1 = racing.next();
            b2 = racing.next();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            int issued = 0;
            for (long state : new long[] {a1, a2, b1, b2}) {
                issued += state == Racing.NONE ? 0 : 1;
            }
            racing.clock(110);
            result.r1 = issued <= 2 && issued >= 1 && fine(a1, a2, b1, b2) && racing.next() > 0;
        }
    }

    /** One draws, the other closes: nothing above the stamp is issued. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the stamp covers all that was issued")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "a state above the stamp, or after the close")
    @State
    public static class Close {
        private final Racing racing = new Racing(5);
        private long a1;
        private long a2;
        private long stamp;

        /** Draws, also a batch that crosses ticks. */
        @Actor
        public void one() {
            a1 = racing.claim();
            a2 = racing.next();
        }

        /** Closes. */
        @Actor
        public void two() {
            stamp = racing.sequencer.close();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            long greatest = Math.max(a1 == Racing.NONE ? 0 : a1 + 1, a2);
            result.r1 = Racing.FORMAT.tickOf(Math.max(0, greatest)) <= stamp
                    && racing.next() == Racing.NONE
                    && racing.sequencer.close() == stamp;
        }
    }

    /** One draws, the other loses the reservation and closes: from then on there is nothing, and nothing above the stamp. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "nothing after the loss, and the stamp covers all before")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "a state after the loss, or above the stamp")
    @State
    public static class Loss {
        private final Racing racing = new Racing(5);
        private long a1;
        private long a2;
        private long b1;
        private long b2;
        private long stamp;

        /** Draws, also a batch, which may open the fast way again. */
        @Actor
        public void one() {
            a1 = racing.claim();
            a2 = racing.next();
        }

        /** Loses, draws, and closes. */
        @Actor
        public void two() {
            racing.sequencer.lose(new LeaseLostException("lost"));
            b1 = racing.next();
            b2 = racing.claim();
            stamp = racing.sequencer.close();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            long greatest = Math.max(a1 == Racing.NONE ? 0 : a1 + 1, a2);
            result.r1 = b1 == Racing.NONE
                    && b2 == Racing.NONE
                    && Racing.FORMAT.tickOf(Math.max(0, greatest)) <= stamp
                    && racing.next() == Racing.NONE;
        }
    }

    /** A batch and single draws: the batch's states are nobody else's. */
    @JCStressTest
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the batch is whole")
    @Outcome(id = "false", expect = FORBIDDEN, desc = "a state of the batch was issued twice")
    @State
    public static class Batch {
        private final Racing racing = new Racing(5);
        private long first;
        private long b1;
        private long b2;

        /** Takes two in one step. */
        @Actor
        public void one() {
            first = racing.claim();
        }

        /** Draws twice, the clock moving between. */
        @Actor
        public void two() {
            b1 = racing.next();
            racing.clock(101);
            b2 = racing.next();
        }

        /** Judges. */
        @Arbiter
        public void judge(Z_Result result) {
            result.r1 = first > 0 && b1 > 0 && b2 > b1 && apart(b1) && apart(b2);
        }

        private boolean apart(long state) {
            return state != first && state != first + 1;
        }
    }

    private static boolean fine(long a1, long a2, long b1, long b2) {
        return Racing.increase(a1, a2)
                && Racing.increase(b1, b2)
                && Racing.differ(a1, b1)
                && Racing.differ(a1, b2)
                && Racing.differ(a2, b1)
                && Racing.differ(a2, b2);
    }
}
