package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.redis.Period.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PeriodTest {
    @ParameterizedTest
    @CsvSource({
        "HOUR, UTC, 2026-11-21T07:59:59.999Z, 2026112107, 2026-11-21T07:00:00Z, 2026-11-21T08:00:00Z",
        "DAY, UTC, 2026-11-21T00:00:00Z, 20261121, 2026-11-21T00:00:00Z, 2026-11-22T00:00:00Z",
        "DAY, Asia/Tokyo, 2026-11-21T15:00:00Z, 20261122, 2026-11-21T15:00:00Z, 2026-11-22T15:00:00Z",
        "MONTH, UTC, 2026-12-31T23:59:59.999Z, 202612, 2026-12-01T00:00:00Z, 2027-01-01T00:00:00Z",
        "DAY, Europe/Berlin, 2026-10-25T12:00:00Z, 20261025, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z",
        // Clocks go from 3 back to 2: the hour comes twice, and is one.
        "HOUR, Europe/Berlin, 2026-10-25T00:30:00Z, 2026102502, 2026-10-25T00:00:00Z, 2026-10-25T02:00:00Z",
        "HOUR, Europe/Berlin, 2026-10-25T01:30:00Z, 2026102502, 2026-10-25T00:00:00Z, 2026-10-25T02:00:00Z",
        // And from 2 on to 3.
        "HOUR, Europe/Berlin, 2026-03-29T00:59:00Z, 2026032901, 2026-03-29T00:00:00Z, 2026-03-29T01:00:00Z",
        "HOUR, Europe/Berlin, 2026-03-29T01:00:00Z, 2026032903, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z",
        // A day that begins at 1 o'clock.
        "DAY, Asia/Beirut, 2026-03-29T12:00:00Z, 20260329, 2026-03-28T22:00:00Z, 2026-03-29T21:00:00Z",
    })
    void instantLiesInItsPeriod(Unit unit, String zone, Instant instant, long number, Instant begins, Instant ends) {
        Period period = Period.at(unit, ZoneId.of(zone), instant.toEpochMilli());

        assertThat(period).isEqualTo(new Period(number, begins.toEpochMilli(), ends.toEpochMilli()));
    }

    @ParameterizedTest
    @CsvSource({"HOUR, Australia/Lord_Howe", "HOUR, America/St_Johns", "DAY, America/Havana", "MONTH, Pacific/Apia"})
    void periodsOfTwoYearsFollowEachOtherWithoutGapOrOverlap(Unit unit, String zone) {
        Instant at = Instant.parse("2011-01-01T12:00:00Z");
        Instant end = at.plus(Duration.ofDays(730));
        Period period = Period.at(unit, ZoneId.of(zone), at.toEpochMilli());
        while (period.start() < end.toEpochMilli()) {
            Period next = Period.at(unit, ZoneId.of(zone), period.end());
            assertThat(next.start()).as("after %s", period).isEqualTo(period.end());
            assertThat(next.number()).as("after %s", period).isGreaterThan(period.number());
            period = next;
        }
    }

    @ParameterizedTest
    @EnumSource(Unit.class)
    void instantsOfEachZoneLieInTheirPeriodsWhoseNumbersNeverFall(Unit unit) {
        Instant from = Instant.parse("2024-01-01T00:00:00Z");
        Instant to = Instant.parse("2028-01-01T00:00:00Z");
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            ZoneOffsetTransition transition = zone.getRules().nextTransition(from);
            while (transition != null && transition.getInstant().isBefore(to)) {
                long before = 0;
                for (int minutes = -180; minutes <= 180; minutes += 15) {
                    long at = transition
                            .getInstant()
                            .plus(Duration.ofMinutes(minutes))
                            .toEpochMilli();
                    Period period = Period.at(unit, zone, at);
                    assertThat(at)
                            .as("%s min after %s in %s", minutes, transition, id)
                            .isGreaterThanOrEqualTo(period.start())
                            .isLessThan(period.end());
                    assertThat(period.number())
                            .as("after %s in %s", transition, id)
                            .isGreaterThanOrEqualTo(before);
                    before = period.number();
                }
                transition = zone.getRules().nextTransition(transition.getInstant());
            }
        }
    }

    @Test
    void greatestIdFitsALong() {
        long last = Instant.parse("9999-12-31T23:30:00Z").toEpochMilli();
        String digits = Period.at(Unit.HOUR, ZoneId.of("UTC"), last).number() + "9".repeat(Periods.MOST_DIGITS);

        assertThat(Long.parseLong(digits)).isEqualTo(9999_12_31_23_99999999L);
    }
}
