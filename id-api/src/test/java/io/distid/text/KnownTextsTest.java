package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownTextsTest {

    @ParameterizedTest
    @CsvSource({
        // The example of the ULID specification, and its greatest ULID.
        "CROCKFORD, 01ARZ3NDEKTSV4RRFFQ69G5FAV, 01563e3a-b5d3-d676-4c61-efb99302bd5b",
        "CROCKFORD, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "CANONICAL, 017f22e2-79b0-7cc3-98c4-dc0c0c07398f, 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "HEX, 017f22e279b07cc398c4dc0c0c07398f, 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "BASE58, YcVfxkQb6JRzqk5kF2tNLv, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "BASE62, 7n42DGM5Tflk9n8mt7Fhc7, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "BASE36, f5lxx1zz5pnorynqglhzmsp33, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "DECIMAL, 340282366920938463463374607431768211455, ffffffff-ffff-ffff-ffff-ffffffffffff",
        "BASE64URL, AX8i4nmwfMOYxNwMDAc5jw, 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    })
    void uuids(TextForm form, String text, UUID uuid) {
        assertThat(form.uuids().encode(uuid)).isEqualTo(text);
        assertThat(form.uuids().decode(text)).isEqualTo(uuid);
    }

    @ParameterizedTest
    @CsvSource({
        "CROCKFORD, 01226N0640J7K, 38358284406638835",
        "CROCKFORD, 7ZZZZZZZZZZZZ, 9223372036854775807",
        "DECIMAL, 9223372036854775807, 9223372036854775807",
        "CANONICAL, 42, 42",
        "PADDED, 0000000000000000042, 42",
        "HEX, 7fffffffffffffff, 9223372036854775807",
        "JSON, '\"9007199254740993\"', 9007199254740993",
        // Of bwmarrin's own tests.
        "BWMARRIN_BASE32, b8wjm1zroyyyy, 1427970479175499776",
        "BWMARRIN_BASE58, 4jgmnx8Js8A, 1428076403798048768",
        "BWMARRIN_BASE36, 1y2p0ij32e8e7, 9223372036854775807",
        "BWMARRIN_BASE2, 1000, 8",
        "BWMARRIN_BASE2, 0, 0",
        "BWMARRIN_BASE64, MA==, 0",
        "BWMARRIN_BASE64, NDI=, 42",
        "BWMARRIN_BASE64, OTIyMzM3MjAzNjg1NDc3NTgwNw==, 9223372036854775807",
    })
    void longs(TextForm form, String text, long id) {
        assertThat(form.longs().encode(id)).isEqualTo(text);
        assertThat(form.longs().decode(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "CROCKFORD, O1226n0640j7k, 38358284406638835",
        "CROCKFORD, oI226N0640J7K, 38358284406638835",
        "CROCKFORD, 0L226N0640J7K, 38358284406638835",
        "CROCKFORD, 0l226N0640J7K, 38358284406638835",
        "HEX, 7FFFFFFFFFFFFFFF, 9223372036854775807",
        "BASE36, 1Y2P0IJ32E8E7, 9223372036854775807",
    })
    void eitherCaseAndLookAlikesAreRead(TextForm form, String text, long id) {
        assertThat(form.longs().decode(text)).isEqualTo(id);
    }
}
