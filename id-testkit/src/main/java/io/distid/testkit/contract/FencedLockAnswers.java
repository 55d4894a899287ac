package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.testkit.Eventually;
import io.distid.testservers.fault.LossyLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of locks whose requests are carried out, but whose answers are lost. */
abstract class FencedLockAnswers extends FencedLockFixture {
    private static final int MOST_ANSWERS = 100;

    /**
     * No lease ends in time for this. A holder that asks again must be recognised, and a caller that gives up must free the
     * lock.
     */
    @Test
    final void grantWhoseAnswerIsLostIsRepeatedOrFreed() throws Exception {
        boolean dropped = true;
        for (int answers = 0; dropped; answers++) {
            String name = newLock();
            List<Long> fences = new ArrayList<>();
            try (FencedLocks direct = open();
                    LossyLink link = new LossyLink(server().address());
                    FencedLocks lossy = openThrough(link)) {
                link.dropAnswerAfter(answers, () -> {});
                List<LockGrant> granted = new ArrayList<>();
                Throwable error = catchThrowable(
                        () -> lossy.lock(name).tryLock(PATIENCE, LONG).ifPresent(granted::add));
                dropped = link.answersDropped() > 0;
                link.dropNoAnswer();
                if (error != null) {
                    assertThat(error)
                            .as("error of lock when answer %d is lost", answers + 1)
                            .isInstanceOf(BackendException.class);
                }
                for (LockGrant grant : granted) {
                    fences.add(grant.fence());
                    unlockUnlessOver(grant);
                }
                LockGrant next = take(direct.lock(name));
                fences.add(next.fence());
                next.unlock();
            }
            assertThat(fences)
                    .as("numbers when answer %d is lost", answers + 1)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(answers).as("answers to one lock").isLessThan(MOST_ANSWERS);
        }
    }

    /**
     * Another caller takes the lock between the unlock and its repeat. The repeat does not free that lock, and no loss
     * is reported.
     */
    @Test
    final void unlockWhoseAnswerIsLostDoesNotFreeTheLockOfTheNext() throws Exception {
        boolean dropped = true;
        for (int answers = 0; dropped; answers++) {
            String name = newLock();
            try (FencedLocks direct = open();
                    FencedLocks other = open();
                    LossyLink link = new LossyLink(server().address());
                    FencedLocks lossy = openThrough(link)) {
                LockGrant first = take(lossy.lock(name));
                List<LockGrant> next = new ArrayList<>();
                link.dropAnswerAfter(answers, () -> tryOnce(direct, name).ifPresent(next::add));
                Throwable error = catchThrowable(first::unlock);
                dropped = link.answersDropped() > 0;
                link.dropNoAnswer();
                if (error != null) {
                    assertThat(error)
                            .as("error of unlock when answer %d is lost", answers + 1)
                            .isInstanceOf(BackendException.class);
                }
                if (next.isEmpty()) {
                    next.add(take(direct.lock(name)));
                }
                assertThat(next.get(0).fence())
                        .as("number after %d", first.fence())
                        .isGreaterThan(first.fence());
                refuse(other.lock(name), "while the next one holds it");
                next.get(0).unlock();
            }
            assertThat(answers).as("answers to one unlock").isLessThan(MOST_ANSWERS);
        }
    }

    @Test
    final void extensionWhoseAnswerIsLostCostsNoLock() throws Exception {
        boolean dropped = true;
        for (int answers = 0; dropped; answers++) {
            try (LossyLink link = new LossyLink(server().address());
                    FencedLocks lossy = openThrough(link)) {
                LockGrant grant = take(lossy.lock(newLock()));
                link.dropAnswerAfter(answers, () -> {});
                Throwable error = catchThrowable(() -> grant.extend(LONG));
                dropped = link.answersDropped() > 0;
                link.dropNoAnswer();
                if (error != null) {
                    assertThat(error)
                            .as("error of extend when answer %d is lost", answers + 1)
                            .isInstanceOf(BackendException.class);
                }
                Eventually.untilCarriedOut(() -> grant.extend(LONG));
                assertThat(grant.isHeld()).as("held").isTrue();
                grant.unlock();
            }
            assertThat(answers).as("answers to one extension").isLessThan(MOST_ANSWERS);
        }
    }

    private static Optional<LockGrant> tryOnce(FencedLocks locks, String name) {
        try {
            return locks.lock(name).tryLock(Duration.ZERO, LONG);
        } catch (BackendException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    /** Unlocks; if the unlock is not answered, the lock is freed later. */
    private static void unlockUnlessOver(LockGrant grant) {
        Throwable error = catchThrowable(grant::unlock);
        if (error != null) {
            assertThat(error).as("error of unlock").isInstanceOfAny(LeaseLostException.class, BackendException.class);
        }
    }
}
