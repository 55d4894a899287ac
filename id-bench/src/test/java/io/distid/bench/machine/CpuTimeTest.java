package io.distid.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Json;
import io.distid.bench.results.Sample;
import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
    /** Of a virtual machine with two cores. */
    private static final String VIRTUAL = """
            cpu  5012345 1200 803456 90123456 34567 0 21000 812345 0 0
            cpu0 2506172 600 401728 45061728 17283 0 10500 406172 0 0
            cpu1 2506173 600 401728 45061728 17284 0 10500 406173 0 0
            intr 123456789 0 9 0
            ctxt 987654321
            """;

    /** Of a host with guests, whose time is in user already. */
    private static final String HOST = """
            cpu  1000 100 500 90000 300 20 30 0 700 50
            cpu0 1000 100 500 90000 300 20 30 0 700 50
            """;

    @Test
    void whatWasWantedIsAllButIdleTimeAndGuestsAreNotCountedTwice() {
        assertThat(CpuTime.parse(VIRTUAL))
                .isEqualTo(new CpuTime(5_012_345 + 1_200 + 803_456 + 21_000 + 812_345, 812_345));
        assertThat(CpuTime.parse(HOST)).isEqualTo(new CpuTime(1_000 + 100 + 500 + 20 + 30, 0));
    }

    @Test
    void whereStealIsUnknownItIsAbsentAndNotZero() {
        for (String text : new String[] {
            "",
            "intr 1 2 3",
            "cpu0 1 2 3 4 5 6 7 8 9 10",
            // Linux before 2.6.11
            "cpu  5012345 1200 803456 90123456 34567 0 21000",
            "cpu  a b c d e f g h i j"
        }) {
            assertThat(CpuTime.parse(text)).as(text).isNull();
        }
        assertThat(Sample.rate(1, 1, null).steal()).isNull();
        assertThat(Json.compact(Sample.rate(1, 1, null))).doesNotContain("teal");
    }

    @Test
    void aShareIsThatOfTheTimeBetweenTwoReadingsAndNeverNegative() {
        CpuTime before = new CpuTime(1_000, 400);

        assertThat(new CpuTime(1_200, 440).since(before).stolenShare()).isEqualTo(0.2);
        assertThat(before.since(before).stolenShare()).isZero();
        assertThat(new CpuTime(900, 300).since(before)).isEqualTo(new CpuTime(0, 0));
        assertThat(new CpuTime(100, 10).plus(new CpuTime(300, 30))).isEqualTo(new CpuTime(400, 40));
    }

    @Test
    void aMeterThatMissesAReadingTellsNothing() {
        Iterator<CpuTime> readings = Arrays.asList(
                        new CpuTime(10, 1), new CpuTime(30, 6), null, new CpuTime(30, 6), new CpuTime(40, 6), null)
                .iterator();
        StealMeter meter = new StealMeter(readings::next);

        meter.begin();
        assertThat(meter.spent()).isEqualTo(new CpuTime(20, 5));
        meter.begin();
        assertThat(meter.spent()).isNull();
        meter.begin();
        assertThat(meter.spent()).isNull();
    }
}
