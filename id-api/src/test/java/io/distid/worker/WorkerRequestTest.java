package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerRequestTest {
    private static final Duration RESERVATION = Duration.ofSeconds(3);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "orders",
                "Orders_2.eu-west",
                "0123456789012345678901234567890123456789012345678901234567890123"
            })
    void namespaceOfPlainCharactersIsTaken(String namespace) {
        assertThat(request(namespace, 0, 7, OptionalInt.empty(), RESERVATION).namespace())
                .isEqualTo(namespace);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a/b",
                "a'b",
                "ä",
                "a\n",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void namespaceWithOtherCharactersIsRefused(String namespace) {
        assertThatThrownBy(() -> request(namespace, 0, 7, OptionalInt.empty(), RESERVATION))
                .isInstanceOf(ConfigException.class)
                .hasMessage("namespace is \"" + namespace
                        + "\": must be 1 to 64 letters, digits, dots, underscores or hyphens");
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "0, -1", "6, 5"})
    void rangeThatIsEmptyOrNegativeIsRefused(int first, int last) {
        assertThatThrownBy(() -> request("n", first, last, OptionalInt.empty(), RESERVATION))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("from " + first + " to " + last);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9, -1})
    void preferredIdOutsideTheRangeIsRefused(int preferred) {
        assertThatThrownBy(() -> request("n", 4, 8, OptionalInt.of(preferred), RESERVATION))
                .isInstanceOf(ConfigException.class)
                .hasMessage("worker id is " + preferred + ": must be from 4 to 8, the range of the layout");
    }

    @Test
    void reservationBelowAMillisecondIsRefused() {
        assertThatThrownBy(() -> request("n", 0, 7, OptionalInt.empty(), Duration.ofNanos(999_999)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be from 1 ms to 36500 days");
    }

    @Test
    void numbersAreCountedFromTheFirstId() {
        WorkerRequest request = request("n", 4, 8, OptionalInt.of(8), RESERVATION);
        assertThat(request.idOf(0, "test")).isEqualTo(4);
        assertThat(request.idOf(4, "test")).isEqualTo(8);
        for (long number : new long[] {-1, 5, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> request.idOf(number, "the host's name"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("worker id is " + number + " (the host's name): must be from 0 to 4, the range of the"
                            + " layout");
        }
    }

    @Test
    void witherChangesOnePart() {
        WorkerRequest request = request("n", 4, 8, OptionalInt.of(8), RESERVATION);
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        assertThat(request.withPreferredId(5)).isEqualTo(request("n", 4, 8, OptionalInt.of(5), RESERVATION));
        assertThat(request.withIds(1, 2)).isEqualTo(request("n", 1, 2, OptionalInt.empty(), RESERVATION));
        assertThat(request.withNamespace("m")).isEqualTo(request("m", 4, 8, OptionalInt.of(8), RESERVATION));
        assertThat(request.withReservation(Duration.ofSeconds(1)))
                .isEqualTo(request("n", 4, 8, OptionalInt.of(8), Duration.ofSeconds(1)));
        assertThat(request.withHolder("other").holder()).isEqualTo("other");
        assertThat(request.withClock(clock).clock()).isSameAs(clock);
        assertThat(request.withHolder("other").withHolder(request.holder())).isEqualTo(request);
        assertThat(request.withClock(clock).withClock(request.clock())).isEqualTo(request);
    }

    private static WorkerRequest request(
            String namespace, int first, int last, OptionalInt preferred, Duration reservation) {
        return new WorkerRequest(
                namespace, first, last, preferred, reservation, "layout", "holder", InstantSource.system());
    }
}
