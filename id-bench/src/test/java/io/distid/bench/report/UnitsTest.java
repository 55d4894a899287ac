package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "512, 512",
        "999.6, 1.00 k",
        "4096000, 4.10 M",
        "99960, 100 k",
        "25600, 25.6 k",
        "204700000, 205 M",
        "2329000000, 2.33 G"
    })
    void showsThreeDigits(double value, String shown) {
        assertThat(Units.number(value)).isEqualTo(shown);
    }

    @Test
    void showsTheErrorAsAShareOfTheRate() {
        assertThat(Units.rate(Sample.rate(1, 200, 5.0))).isEqualTo("200 ±3%");
        assertThat(Units.rate(Sample.rate(1, 200, null))).isEqualTo("200");
    }

    @Test
    void showsSmallRatiosWithTwoDigits() {
        assertThat(Units.ratio(0.53)).isEqualTo("53 %");
        assertThat(Units.ratio(0.000412)).isEqualTo("0.041 %");
    }
}
