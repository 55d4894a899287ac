package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefetchPointTest {
    @ParameterizedTest
    @CsvSource({
        "1000, 0, 0",
        "1000, 10, 100",
        "1000, 99, 990",
        "1000, 100, 1000",
        "1, 10, 0",
        "7, 50, 3",
        "9223372036854775807, 10, 922337203685477580",
        "9223372036854775807, 100, 9223372036854775807",
    })
    void isAsMuchOfTheSegmentAsThePercentageRoundedDown(long size, int percent, long index) {
        assertThat(PrefetchPoint.of(size, percent)).isEqualTo(index);
    }
}
