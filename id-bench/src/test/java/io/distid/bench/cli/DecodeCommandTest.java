package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class DecodeCommandTest {
    /** The example of Discord's own documentation. */
    private static final String DISCORD = "175928847299117063";

    @Test
    void aSnowflakeIsReadByEachLayoutThatFits() {
        CommandRun run = CommandRun.of("decode", DISCORD);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "(?m)^  discord    2016-04-30T11:18:25.796Z  worker 1, process 0, increment 7 +widely used, small fields, [0-9.]+ years ago$")
                .containsPattern(
                        "(?m)^  leaf       2012-03-03T13:01:20.453Z  worker 32, sequence 7 +small fields, [0-9.]+ years ago$")
                .containsPattern(
                        "(?m)^  sonyflake  2017-12-27T16:16:04.490Z  sequence 2, machine 7 +(small fields, )?[0-9.]+ years ago$");
    }

    @Test
    void aLayoutThatWouldPutItIntoTheFutureIsLeftOut() {
        assertThat(CommandRun.of("decode", DISCORD).out()).doesNotContain("mastodon");
    }

    @Test
    void anIdMayLeadTheClockByLessThanADay() {
        long now = Instant.now().toEpochMilli();

        assertThat(layouts(mastodon(now + Duration.ofHours(23).toMillis()))).contains("mastodon");
        assertThat(layouts(mastodon(now + Duration.ofHours(25).toMillis()))).doesNotContain("mastodon");
    }

    /** The first eight digits would be 13 January of 1177. */
    @Test
    void aDateBefore1970IsNoPartOfAnId() {
        assertThat(CommandRun.of("decode", "117701136689594368").out()).doesNotContain("1177-01-13");
    }

    private static List<String> layouts(String id) {
        return CommandRun.of("decode", id, "--json")
                .json()
                .get("layouts")
                .valueStream()
                .map(reading -> reading.get("layout").asString())
                .toList();
    }

    @Test
    void whatFitsNoLayoutExitsWith1() {
        CommandRun run = CommandRun.of("decode", "9223372036854775807");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith("No layout fits");
    }

    @Test
    void anOpaqueTextIsReadWithItsKey() {
        String key = "-Dtext-key=000102030405060708090a0b0c0d0e0f";
        CommandRun run = CommandRun.of(
                "decode", "ord_6qhmf00b8ajykhzksnkjwrensc", "-Dtext=opaque", key, "-Dtext-prefix=ord_", "--json");
        assertThat(run.exitCode()).isZero();
        assertThat(CommandRun.find(run.json().get("layouts"), "layout", "number")
                        .get("id")
                        .asString())
                .isEqualTo("42");

        CommandRun wrong = CommandRun.of("decode", "6qhmf00b8ajykhzksnkjwrensd", "-Dtext=opaque", key);
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("was not made with this key").doesNotContain("0001020304");
        assertThat(CommandRun.of("decode", "6qhmf00b8ajykhzksnkjwrensc", "-Dtext=opaque")
                        .err())
                .contains("\"text-key\" is not set");
    }

    @Test
    void aTypeIdIsReadWithoutItsSettings() {
        CommandRun run = CommandRun.of("decode", "user_01h455vb4pex5vsknk084sn02q", "--json");
        assertThat(run.exitCode()).isZero();
        JsonNode reading = CommandRun.find(run.json().get("layouts"), "layout", "uuid-v7");
        assertThat(reading.get("id").asString()).isEqualTo("01890a5d-ac96-774b-bcce-b302099a8057");
        assertThat(reading.get("why").asString()).contains("typeid").contains("prefix user_");
    }

    /** The vectors of RFC 9562, appendix A. */
    @ParameterizedTest
    @CsvSource({
        "C232AB00-9414-11EC-B3C8-9F6BDECED846, uuid-v1, 2022-02-22T19:22:22Z, node, 9f6bdeced846",
        "1EC9414C-232A-6B00-B3C8-9F6BDECED846, uuid-v6, 2022-02-22T19:22:22Z, clock-sequence, 13256",
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F, uuid-v7, 2022-02-22T19:22:22Z, rand-a, cc3",
        "919108F7-52D1-4320-9BAC-F847DB4148A8, uuid-v4, , version, 4"
    })
    void aUuidTellsItsVersionTimeAndFields(String uuid, String layout, String time, String field, String value) {
        CommandRun run = CommandRun.of("decode", uuid, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("bits").asInt()).isEqualTo(128);
        JsonNode reading = CommandRun.find(run.json().get("layouts"), "layout", layout);
        assertThat(reading.get("time").asString(null)).isEqualTo(time);
        assertThat(reading.get("fields").get(field).asString()).isEqualTo(value);
    }

    @Test
    void aUuidOfAnotherVariantHasNoVersion() {
        CommandRun run = CommandRun.of("decode", "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f");

        assertThat(run.out())
                .contains("uuid without the RFC 9562 variant", "no time")
                .doesNotContain("version");
    }

    @Test
    void theNilUuidIsNamed() {
        assertThat(CommandRun.of("decode", "00000000-0000-0000-0000-000000000000")
                        .out())
                .contains("uuid-nil");
    }

    @Test
    void jsonKeepsTheIdAsText() {
        JsonNode json = CommandRun.of("decode", "--json", DISCORD).json();

        assertThat(json.get("id").isString()).isTrue();
        JsonNode discord = CommandRun.find(json.get("layouts"), "layout", "discord");
        assertThat(discord.get("time").asString()).isEqualTo("2016-04-30T11:18:25.796Z");
        assertThat(discord.get("fields").get("increment").asLong()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -5                   | -5 is negative: an id is from 1 to 9223372036854775807, or a UUID
            0                    | 0 is not an id: must be from 1 to 9223372036854775807, or a UUID
            9223372036854775808  | 9223372036854775808 is not an id: must be from 1 to 9223372036854775807, or a UUID
            abc!                 | "abc!" is not an id: must be a number, a UUID, or a text of either that next writes
            1-2-3-4-5            | "1-2-3-4-5" is not an id: must be a number, a UUID, or a text of either that next writes
            5 -Dcolour=red       | snowflake: unknown key "colour": allowed are
            5 6                  | one id at a time, not 2: 5 6
            5 --fast             | Unknown option: '--fast'
            --fast 5             | Unknown option: '--fast'
            --json               | Missing required parameter: '<id>'
            """)
    void whatIsNoIdIsRefusedInOneLine(String args, String message) {
        CommandRun run = CommandRun.of(("decode " + args).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().strip()).startsWith(message).endsWith(" (see id-bench decode --help)");
    }

    @Test
    void settingsNameTheLayout() {
        CommandRun run = CommandRun.of("decode", DISCORD, "-Dpreset=twitter", "-Depoch=2020-01-01T00:00:00Z");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .singleElement()
                .asString()
                .startsWith(
                        "  snowflake  2021-04-30T11:18:25.796Z  datacenter 1, worker 0, sequence 7  the layout given, ");
    }

    private static String mastodon(long epochMillis) {
        return String.valueOf(epochMillis << 16);
    }
}
