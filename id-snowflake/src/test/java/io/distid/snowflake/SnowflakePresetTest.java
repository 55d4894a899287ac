package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.distid.ConfigException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Presets read ids that are out there, and write the same. */
class SnowflakePresetTest {

    @ParameterizedTest
    @CsvSource({
        // The example of Discord's API reference.
        "DISCORD, 175928847299117063, 2016-04-30T11:18:25.796Z, 1, 0, 7",
        // A post of Wikipedia's, with its machine id 378: the example of the encyclopedia's article on Snowflake ids.
        "TWITTER, 1541815603606036480, 2022-06-28T16:07:40.105Z, 11, 26, 0",
        "LEAF, 1541815603606036480, 2022-06-28T16:07:40.105Z, 0, 378, 0",
        "BWMARRIN, 1541815603606036480, 2022-06-28T16:07:40.105Z, 0, 378, 0",
        "LEAF, 910499571847892992, 2017-09-20T13:43:08.849Z, 0, 569, 0",
    })
    void idOfTheWorldIsTakenApartAndPutTogether(
            SnowflakePreset preset, long id, Instant time, long datacenter, long worker, long sequence) {
        SnowflakeLayout layout = preset.layout();
        assertThat(layout.decode(id)).isEqualTo(new SnowflakeId(time, datacenter, worker, sequence));
        assertThat(layout.compose(time, datacenter, worker, sequence)).isEqualTo(id);
    }

    @Test
    void instagramComposesAsItsArticleDoes() {
        // 1387263000 ms after the epoch, user 31341 of 2000 shards, sequence 5001 of a table.
        SnowflakeLayout layout = SnowflakePreset.INSTAGRAM.layout();
        Instant time = Instant.ofEpochMilli(1314220021721L + 1387263000L);
        long id = layout.compose(time, 0, 31341 % 2000, 5001 % 1024);
        assertThat(id).isEqualTo(1387263000L << 23 | 1341L << 10 | 905).isEqualTo(11637205501278089L);
        assertThat(layout.decode(id)).isEqualTo(new SnowflakeId(time, 0, 1341, 905));
    }

    @Test
    void mastodonIsDecoded() {
        // The example of a status in Mastodon's documentation, which also gives created_at; the id is drawn a little
        // earlier.
        SnowflakeId id = SnowflakePreset.MASTODON.layout().decode(103270115826048975L);
        assertThat(id.time()).isCloseTo(Instant.parse("2019-12-08T03:48:33.901Z"), within(100, ChronoUnit.MILLIS));
        assertThat(id.sequence()).isEqualTo(103270115826048975L & 0xFFFF);
    }

    @Test
    void classicIsTheFormulaOfTheArticles() {
        long timestamp = 1505914988849L;
        assertThat(SnowflakePreset.CLASSIC.layout().compose(Instant.ofEpochMilli(timestamp), 3, 7, 99))
                .isEqualTo((timestamp - 1420041600000L) << 22 | 3 << 17 | 7 << 12 | 99);
    }

    @ParameterizedTest
    @CsvSource({
        "DISTID, 2093-09-06T15:47:35.551Z",
        "TWITTER, 2080-07-10T17:30:30.208Z",
        "LEAF, 2080-07-10T17:30:30.208Z",
        "BWMARRIN, 2080-07-10T17:30:30.208Z",
        "DISCORD, 2084-09-06T15:47:35.551Z",
        "INSTAGRAM, 2046-06-27T17:00:49.496Z",
        "MASTODON, 6429-10-17T02:45:55.327Z",
        "CLASSIC, 2084-09-06T07:47:35.551Z",
        "JAVASCRIPT, 2093-09-06T15:47:35.551Z",
    })
    void eachPresetSaysWhenItEnds(SnowflakePreset preset, Instant end) {
        assertThat(preset.layout().format().endOfLife()).isEqualTo(end);
    }

    @ParameterizedTest
    @EnumSource
    void presetIsFoundByItsName(SnowflakePreset preset) {
        assertThat(SnowflakePreset.named(preset.name().toLowerCase(java.util.Locale.ROOT)))
                .isSameAs(preset);
    }

    @Test
    void unknownPresetIsRefused() {
        assertThatThrownBy(() -> SnowflakePreset.named("tweeter"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("preset is \"tweeter\": must be one of distid, twitter, leaf, bwmarrin, discord, instagram,"
                        + " mastodon, classic, javascript");
    }
}
