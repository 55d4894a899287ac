package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.Safety;
import io.distid.StoreRegressedException;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReopenableLongTest {
    private final List<String> events = new ArrayList<>();
    private IdStats stats = IdStats.builder().build();
    private RuntimeException failure;
    private Runnable whileOpened = () -> {};

    private final ReopenableLong generator = new ReopenableLong("orders", this::open);

    private LongIdGenerator open() {
        events.add("open");
        whileOpened.run();
        if (failure != null) {
            throw failure;
        }
        return new LongIdGenerator() {
            @Override
            public long nextId() {
                if (stats.lease().isPresent()) {
                    throw new LeaseLostException("worker 7 is another's");
                }
                return 7;
            }

            @Override
            public int textLength() {
                return 13;
            }

            @Override
            public boolean isTextCaseSensitive() {
                return true;
            }

            @Override
            public IdTraits traits() {
                return IdTraits.builder("sevens").bits(63).safety(Safety.STORED).build();
            }

            @Override
            public IdStats stats() {
                return stats;
            }

            @Override
            public void close() {
                events.add("close");
            }
        };
    }

    /** A new one would take from the store what this one knows to have been given out, also once somebody has closed it. */
    @ParameterizedTest
    @CsvSource({"false, ids go on by themselves", "true, restart the application"})
    void generatorWhoseStoreRegressedIsNotReopened(boolean closed, String then) {
        stats = IdStats.builder()
                .failures(Map.of(StoreRegressedException.class, 1L))
                .closed(closed)
                .build();

        assertThatThrownBy(generator::reopen)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "generator \"orders\" is not opened again: its store offered ids that were issued before, and"
                                + " would offer them to a new one; set the store forward as that error says, and "
                                + then);
        assertThat(events).containsExactly("open");
    }

    @Test
    void usableGeneratorIsNotReopened() {
        assertThatThrownBy(generator::reopen)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("generator \"orders\" is not opened again: it can still be used; only a generator whose"
                        + " lease is lost, or that was closed, is opened again");
        assertThat(events).containsExactly("open");
    }

    @Test
    void generatorWithALostLeaseIsReopenedAlthoughItsStoreRegressed() {
        stats = IdStats.builder()
                .lease(lease(true))
                .failures(Map.of(StoreRegressedException.class, 1L))
                .build();
        generator.reopen();
        assertThat(events).containsExactly("open", "close", "open");
    }

    /** It begins above what this process stamped, whatever the store says. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void generatorWithALostLeaseIsReopened(boolean regressed) {
        stats = IdStats.builder().lease(lease(regressed)).build();
        GeneratorHealth health = GeneratorHealth.of(generator);
        assertThat(health.status()).isEqualTo(GeneratorHealth.Status.DOWN);
        assertThat(health.details().get("lease").toString()).contains("lost=true, regressed=" + regressed + ",");
        generator.reopen();
        assertThat(events).containsExactly("open", "close", "open");
    }

    private static LeaseHealth lease(boolean regressed) {
        return new LeaseHealth(
                7, Instant.EPOCH, Instant.EPOCH, Duration.ofSeconds(3), Instant.EPOCH, 0, 1, true, regressed);
    }

    /** Or a file of worker ids would be held by the old one. */
    @Test
    void oldOneIsClosedBeforeTheNewOneIsOpened() {
        stats = IdStats.builder().closed(true).build();

        generator.reopen();

        assertThat(events).containsExactly("open", "close", "open");
    }

    @Test
    void openingThatFailsCanBeTriedAgain() {
        stats = IdStats.builder().closed(true).build();
        failure = new IllegalStateException("the store is down");
        assertThatThrownBy(generator::reopen).isSameAs(failure);
        failure = null;

        assertThatCode(generator::reopen).doesNotThrowAnyException();
        assertThat(generator.nextId()).isEqualTo(7);
    }

    /** Nobody closed it, and who takes ids by the hour waits for what may pass. */
    @Test
    void callsFailWithTheLossDuringAReopeningAndAfterAFailedOne() {
        stats = IdStats.builder().lease(lease(false)).build();
        whileOpened = () -> assertThatThrownBy(generator::nextId)
                .isInstanceOf(LeaseLostException.class)
                .hasMessage("worker 7 is another's; generator \"orders\" is being opened again");
        failure = new BackendException("the store is down");
        assertThatThrownBy(generator::reopen).isSameAs(failure);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                generator::nextId, generator::nextText, () -> generator.nextIds(new long[2], 0, 2))) {
            assertThatThrownBy(call)
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessage(
                            "worker 7 is another's; generator \"orders\" could not be opened again: the store is down")
                    .hasCause(failure);
        }
        assertThat(GeneratorHealth.of(generator).status()).isEqualTo(GeneratorHealth.Status.DOWN);
        assertThat(generator.stats().closed()).isFalse();
        assertThat(generator.stats().failures()).containsEntry(LeaseLostException.class, 4L);

        failure = null;
        generator.reopen();
        stats = IdStats.builder().build();
        assertThat(generator.nextId()).isEqualTo(7);
        assertThat(events).containsExactly("open", "close", "open", "open");
    }

    @Test
    void lostOneThatIsClosedIsClosed() {
        stats = IdStats.builder().lease(lease(false)).build();
        failure = new BackendException("the store is down");
        assertThatThrownBy(generator::reopen).isSameAs(failure);
        generator.close();
        assertThatThrownBy(generator::nextId).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(generator::reopen).hasMessage("generator \"orders\" is closed");
        assertThat(generator.stats().closed()).isTrue();
    }

    @Test
    void lengthAndCaseOfATextAreThoseOfTheGeneratorBehind() {
        assertThat(generator.textLength()).isEqualTo(13);
        assertThat(generator.isTextCaseSensitive()).isTrue();

        stats = IdStats.builder().lease(lease(false)).build();
        failure = new BackendException("the store is down");
        assertThatThrownBy(generator::reopen).isSameAs(failure);
        assertThat(generator.textLength()).isEqualTo(13);
        assertThat(generator.isTextCaseSensitive()).isTrue();
    }
}
