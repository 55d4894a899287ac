package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.IdsExhaustedException;
import io.distid.text.TextForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UlidsTest {
    private static final Instant TIME = Instant.parse("2016-07-30T23:54:10.259Z");

    private final SplittableRandom random = new SplittableRandom(1);

    /** The specification's examples, and the carries. */
    @ParameterizedTest
    @CsvSource({
        "01BX5ZZKBKACTAV9WEVGEMMVRZ, 01BX5ZZKBKACTAV9WEVGEMMVS0",
        "01BX5ZZKBKACTAV9WEVGEMMVS0, 01BX5ZZKBKACTAV9WEVGEMMVS1",
        "01BX5ZZKBKZZZZZZZZZZZZZZZX, 01BX5ZZKBKZZZZZZZZZZZZZZZY",
        "01BX5ZZKBKZZZZZZZZZZZZZZZY, 01BX5ZZKBKZZZZZZZZZZZZZZZZ",
        "01BX5ZZKBK000FZZZZZZZZZZZZ, 01BX5ZZKBK000G000000000000",
    })
    void incrementIsTheSpecifications(String before, String after) {
        assertThat(Ulids.increment(ulid(before))).isEqualTo(ulid(after));
    }

    @Test
    void incrementBeyondTheLastOfAMillisecondIsRefused() {
        UUID last = ulid("01BX5ZZKBKZZZZZZZZZZZZZZZZ");
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> Ulids.increment(last))
                .withMessage("ULID 01BX5ZZKBKZZZZZZZZZZZZZZZZ is the last of its ms, 2017-10-24T01:29:36.371Z:"
                        + " wait for the next");
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> Ulids.next(last, TIME, random));
    }

    @Test
    void timeOfTheSpecificationsExample() {
        assertThat(Ulids.time(ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV"))).isEqualTo(TIME);
        assertThat(Ulids.time(Ulids.of(TIME, random))).isEqualTo(TIME);
    }

    @Test
    void nextIncreasesWhateverTheClockDoes() {
        UUID last = Ulids.of(TIME, random);
        for (long offset : new long[] {0, 0, 1, 1, -5, 0, 3, Long.MIN_VALUE >>> 40, 2}) {
            UUID next = Ulids.next(last, TIME.plusMillis(offset), random);
            assertThat(next).usingComparator(Uuids.UNSIGNED).isGreaterThan(last);
            last = next;
        }
    }

    @Test
    void ulidOfALaterMillisecondHasNewRandomBits() {
        UUID last = ulid("01ARZ3NDEKZZZZZZZZZZZZZZZZ");
        UUID next = Ulids.next(last, TIME.plusMillis(1), random);
        assertThat(Ulids.time(next)).isEqualTo(TIME.plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1969-12-31T23:59:59.999Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z",
                "+10889-08-02T05:31:50.656Z"
            })
    void timeThat48BitsDoNotHoldIsRefused(Instant time) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Ulids.of(time, random))
                .withMessageContaining("time is " + time + ": must be from 1970-01-01T00:00:00Z to +10889-08-02");
    }

    @Test
    void readmeShowsWhatIsPrinted() throws IOException {
        UUID first = ulid("01BX5ZZKBKACTAV9WEVGEMMVRZ");
        assertThat(Files.readString(Path.of("README.md")))
                .contains("\n" + Ulids.time(first) + " "
                        + TextForm.CROCKFORD.uuids().encode(Ulids.increment(first)) + "\n");
    }

    private static UUID ulid(String text) {
        return TextForm.CROCKFORD.uuids().decode(text);
    }
}
