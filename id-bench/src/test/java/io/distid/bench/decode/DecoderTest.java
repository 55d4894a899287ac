package io.distid.bench.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Published ids, and what people paste. */
class DecoderTest {
    private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // Of the READMEs of segmentio/ksuid and rs/xid, MongoDB's manual, the ULID specification, and RFC 9562.
        "0ujtsYcgvSTl8PAuAdqWYSMnLOv, ksuid, 2017-10-10T04:00:47Z, payload, b5a1cd34b5f99d1154fb6853345c9735",
        "9m4e2mr0ui3e8a215n4g, xid, 2011-03-22T17:50:19Z, counter, 4271561",
        "507f1f77bcf86cd799439011, objectid, 2012-10-17T21:13:27Z, counter, 4427793",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV, ulid, 2016-07-30T23:54:10.259Z, random, d6764c61efb99302bd5b",
        "01ARZ3NDEK-TSV4RRFFQ69G5FAV, ulid, 2016-07-30T23:54:10.259Z, random, d6764c61efb99302bd5b",
        "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f, uuid-v7, 2022-02-22T19:22:22Z, rand-a, cc3",
        "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}, uuid-v7, 2022-02-22T19:22:22Z, rand-a, cc3",
        "017f22e279b07cc398c4dc0c0c07398f, uuid-v7, 2022-02-22T19:22:22Z, rand-a, cc3",
        "C232AB0094 1411ECB3C89F6BDECED846, uuid-v1, 2022-02-22T19:22:22Z, node, 9f6bdeced846",
        "usr_01FWHE4YDGFK1SHH6W1G60EECF, uuid-v7, 2022-02-22T19:22:22Z, rand-a, cc3",
        "b8wjm1zroyyyy, bwmarrin, 2021-08-18T12:27:47.301Z, step, 0",
    })
    void likeliestReadingComesFirst(String text, String layout, Instant time, String field, String value) {
        Reading first = Decoder.of(text.replace(" ", ""), NOW).get(0);

        assertThat(first.layout()).isEqualTo(layout);
        assertThat(first.time()).isEqualTo(time);
        assertThat(first.fields().get(field)).hasToString(value);
        assertThat(first.why()).contains(" ago");
    }

    /** Two of Twitter's manual and history, Discord's manual, Instagram's best known post, tsid-creator's README; distid's own README. */
    @ParameterizedTest
    @CsvSource({
        "1050118621198921728, twitter, 2018-10-10",
        "440322224407314432, twitter, 2014-03-03",
        "175928847299117063, discord, 2016-04-30",
        "1949525278281554174, instagram, 2019-01-04",
        "38352658567418872, tsid, 2020-04-15",
        "01226N0640J7Q, tsid, 2020-04-15",
        "382208932648611840, distid, 2026-11-20",
    })
    void likeliestLayoutOfANumberComesFirst(String id, String layout, String day) {
        Reading first = Decoder.of(id, NOW).get(0);

        assertThat(first.layout()).isEqualTo(layout);
        assertThat(first.time()).asString().startsWith(day);
        assertThat(first.why()).containsAnyOf("widely used", "small fields");
    }

    @Test
    void decimalOfAnyWidthIsRead() {
        assertThat(Decoder.of("0000000042", NOW)).extracting(Reading::id).contains("42");
        assertThat(Decoder.of("ord_20261121000000000042", NOW))
                .extracting(Reading::id)
                .contains("42");
        assertThat(Decoder.of("0" + Long.MAX_VALUE, NOW))
                .extracting(Reading::id)
                .contains(String.valueOf(Long.MAX_VALUE));
        assertThat(Decoder.of("0000000000", NOW)).extracting(Reading::id).doesNotContain("0");
    }

    @Test
    void sonyflakeOfAPrivateAddressComesFirst() {
        long elapsed = Duration.between(Instant.parse("2014-09-01T00:00:00Z"), Instant.parse("2025-06-01T12:00:00Z"))
                        .toMillis()
                / 10;
        long id = elapsed << 24 | (10 << 8 | 57);

        Reading first = Decoder.of(String.valueOf(id), NOW).get(0);

        assertThat(first.layout()).isEqualTo("sonyflake");
        assertThat(first.time()).isEqualTo("2025-06-01T12:00:00Z");
        assertThat(first.fields()).containsEntry("machine", 2617L);
    }

    @ParameterizedTest
    @CsvSource({
        "2026111900000042, 2026-11-19T00:00:00Z, 42, the digits of a day",
        "20261100012345, 2026-11-01T00:00:00Z, 12345, the digits of a month",
        "202611190700000001, 2026-11-19T07:00:00Z, 1, the digits of an hour"
    })
    void numberOfADayComesFirst(String id, String begins, long number, String why) {
        Reading first = Decoder.of(id, NOW).get(0);

        assertThat(first.layout()).isEqualTo("redis-incr");
        assertThat(first.time()).isEqualTo(begins);
        assertThat(first.fields()).containsExactly(Map.entry("number", number));
        assertThat(first.why()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026133100000042", "2026111900000000", "2027111900000042"})
    void digitsThatAreNotADateAreNotReadAsADate(String id) {
        assertThat(Decoder.of(id, NOW)).extracting(Reading::layout).doesNotContain("redis-incr");
    }

    @Test
    void readingSaysWhyItFits() {
        assertThat(Decoder.of("175928847299117063", NOW).get(0).why())
                .isEqualTo("widely used, small fields, 10.6 years ago");
    }

    @Test
    void fieldsHaveTheirOwnersNames() {
        List<Reading> readings = Decoder.of("175928847299117063", NOW);

        assertThat(find(readings, "discord").fields()).containsOnlyKeys("worker", "process", "increment");
        assertThat(find(readings, "instagram").fields()).containsOnlyKeys("shard", "sequence");
        assertThat(find(readings, "bwmarrin").fields()).containsOnlyKeys("node", "step");
        assertThat(find(readings, "sonyflake").fields()).containsOnlyKeys("sequence", "machine");
        assertThat(find(readings, "twitter").fields()).containsOnlyKeys("datacenter", "worker", "sequence");
    }

    @Test
    void readingOfThisMomentComesFirst() {
        SnowflakeLayout layout = SnowflakePreset.DISTID.layout();
        long tick = Duration.between(layout.epoch(), NOW.minusSeconds(60)).toMillis();

        assertThat(Decoder.of(String.valueOf(tick << 22 | 31 << 17 | 30 << 12 | 9), NOW)
                        .get(0)
                        .layout())
                .isEqualTo("distid");
    }

    @Test
    void whatWouldBeOlderThanSnowflakeComesLast() {
        List<Reading> readings = Decoder.of("175928847299117063", NOW);

        assertThat(readings.subList(0, 5))
                .allSatisfy(reading -> assertThat(reading.time()).isAfter(Instant.parse("2010-06-01T00:00:00Z")));
    }

    @Test
    void dateOfTheTextIsHeeded() {
        Reading first = Decoder.of("ord_20160430175928847299117063", NOW).get(0);

        assertThat(first.layout()).isIn("discord", "classic");
        assertThat(first.why()).startsWith("prefix ord_, date 2016-04-30");
        assertThat(first.id()).isEqualTo("175928847299117063");
    }

    @Test
    void counterIsDistinguishedFromAnIdWithATime() {
        assertThat(Decoder.of("10001", NOW).get(0).why()).startsWith("too small to carry a time");
    }

    @Test
    void layoutThatIsGivenIsTaken() {
        Map<String, String> settings = Map.of("preset", "twitter", "epoch", "2020-01-01T00:00:00Z");
        assertThat(Decoder.of("175928847299117063", "snowflake", settings, NOW))
                .singleElement()
                .satisfies(reading -> assertThat(reading.time()).isEqualTo("2021-04-30T11:18:25.796Z"))
                .satisfies(reading -> assertThat(reading.why()).startsWith("the layout given"));
        assertThat(Decoder.of("175928847299117063", "sonyflake", Map.of("epoch", "2020-01-01T00:00:00Z"), NOW))
                .singleElement()
                .satisfies(reading -> assertThat(reading.time()).isAfter(Instant.parse("2023-01-01T00:00:00Z")));
        assertThatThrownBy(() -> Decoder.of("5", "snowflake", Map.of("colour", "red"), NOW))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown key \"colour\"");
        assertThatThrownBy(() -> Decoder.of("5", "uuid-v7", Map.of(), NOW))
                .isInstanceOf(ConfigException.class)
                .hasMessage("strategy is \"uuid-v7\": only snowflake and sonyflake have a layout of 63 bits");
    }

    @ParameterizedTest
    @CsvSource({"''", "' '", "1-2-3-4-5", "abc!", "0", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "９", "{}", "urn:uuid:"})
    void textThatIsNotAnIdHasNoForm(String text) {
        assertThat(Decoder.isId(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a_", "1"})
    @Timeout(120)
    void pagesOfTextAreNotAnId(String text) {
        assertThat(Decoder.isId(text.repeat(100_000))).isFalse();
    }

    private static Reading find(List<Reading> readings, String layout) {
        return readings.stream()
                .filter(reading -> reading.layout().equals(layout))
                .findFirst()
                .orElseThrow();
    }
}
