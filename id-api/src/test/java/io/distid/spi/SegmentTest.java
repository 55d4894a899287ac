package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentTest {

    @Test
    void sizeIsEndLessStart() {
        assertThat(new Segment(0, 1).size()).isEqualTo(1);
        assertThat(new Segment(0, Long.MAX_VALUE).size()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "5, 5", "5, 4", "5, -9223372036854775808"})
    void emptyAndNegativeRangesAreRefused(long start, long end) {
        assertThatThrownBy(() -> new Segment(start, end))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a segment needs 0 <= start < end: [" + start + ", " + end + ")");
    }
}
