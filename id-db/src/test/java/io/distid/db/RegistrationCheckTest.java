package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A register whose answer comes after the renewal that asked for it. */
@Timeout(30)
class RegistrationCheckTest {
    private static final MySqlHorizon HORIZON = new MySqlHorizon(Duration.ofSeconds(5), Duration.ofSeconds(3));

    private final LateRegister register = new LateRegister();
    private final RegistrationCheck check = new RegistrationCheck(register, 7, "mine", HORIZON);

    @AfterEach
    void close() {
        check.close();
    }

    /** The process may have been paused between the two, and the table made anew. */
    @Test
    void answerFromBeforeIsAskedForAgain() throws Exception {
        check.requireRegistered(System.currentTimeMillis());
        assertThat(register.asked).hasValue(1);
        register.token = "another's";
        register.answer.countDown();
        register.answered.await();

        assertThatThrownBy(() -> check.requireRegistered(System.currentTimeMillis()))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("another node's");
        assertThat(register.asked).hasValue(2);
    }

    @Test
    void answerFromBeforeRefusesByItself() throws Exception {
        register.first = "another's";
        check.requireRegistered(System.currentTimeMillis());
        register.answer.countDown();
        register.answered.await();

        assertThatThrownBy(() -> check.requireRegistered(System.currentTimeMillis()))
                .isInstanceOf(StoreRegressedException.class);
        assertThat(register.asked).hasValue(1);
    }

    @Test
    void boundAboveTheHorizonIsRefusedAfterALateAnswerToo() throws Exception {
        check.requireRegistered(System.currentTimeMillis());
        register.answer.countDown();
        register.answered.await();

        assertThatThrownBy(() -> check.requireRegistered(System.currentTimeMillis() + HORIZON.millis() + 60_000))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("max-ahead");
    }

    /** Its first answer is held back. */
    private static final class LateRegister implements NodeRegister {
        private final CountDownLatch answer = new CountDownLatch(1);
        private final CountDownLatch answered = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();
        private volatile String first = "mine";
        private volatile String token = "mine";

        @Override
        public Entry find(int number) {
            if (asked.incrementAndGet() > 1) {
                return new Entry(token, System.currentTimeMillis());
            }
            Entry entry = new Entry(first, System.currentTimeMillis());
            try {
                if (!answer.await(20, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody let it answer");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                answered.countDown();
            }
            return entry;
        }

        @Override
        public Registration register(WorkerRequest request, String address, String token, MySqlHorizon horizon) {
            throw new UnsupportedOperationException();
        }

        @Override
        public NumberLookup lookup(int number, Duration patience) {
            return new BackgroundLookup(this, number, patience);
        }

        @Override
        public void close() {}
    }
}
