package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextConfigTest {
    private static final UUID SOME_UUID = UUID.fromString("01563e3a-b5d3-d676-4c61-efb99302bd5b");

    @Test
    void everyFormHasItsName() {
        List<String> names =
                Arrays.stream(TextForm.values()).map(TextForm::toString).toList();
        assertThat(TextConfig.FORMS).isEqualTo(names);
    }

    @Test
    void canonicalTextNeedsNoDecorator() {
        OneLong generator = new OneLong();
        assertThat(apply(Map.of(), generator)).isSameAs(generator);
        assertThat(apply(Map.of("text", "canonical"), generator)).isSameAs(generator);
    }

    @Test
    void eachFormCanBeAskedForByName() {
        for (TextForm form : TextForm.values()) {
            Map<String, String> config = Map.of("text", form.toString());
            assertThat(apply(config, new OneLong()).nextText())
                    .isEqualTo(form.longs().encode(42));
            assertThat(apply(config, new OneUuid(SOME_UUID)).nextText())
                    .isEqualTo(form.uuids().encode(SOME_UUID));
        }
    }

    @Test
    void lengthIsThatOfTheFormWithItsPrefix() {
        Map<String, String> config = Map.of("text", "hex", "text-prefix", "ord_");
        assertThat(apply(config, new OneLong()).textLength()).isEqualTo(20);
        assertThat(apply(config, new OneUuid(SOME_UUID)).textLength()).isEqualTo(36);
        assertThat(apply(Map.of("text", "base62"), new OneUuid(SOME_UUID)).textLength())
                .isEqualTo(22);
        assertThat(new OneUuid(SOME_UUID).textLength()).isEqualTo(36);
    }

    /** A column as long as it says holds each text, and none that is shorter does. */
    @ParameterizedTest
    @CsvSource({
        "canonical, 63, 23",
        "canonical, 53, 20",
        "decimal, 63, 23",
        "decimal, 53, 20",
        "decimal, 1, 5",
        "padded, 63, 23",
        "padded, 53, 23",
        "padded:6, 63, 10",
        "padded:6, 10, 10",
        "hex, 53, 20",
        "crockford, 53, 17",
        "bwmarrin-base2, 63, 67",
        "bwmarrin-base2, 53, 57",
        "bwmarrin-base32, 63, 17",
        "bwmarrin-base32, 53, 15",
        "bwmarrin-base36, 63, 17",
        "bwmarrin-base36, 53, 15",
        "bwmarrin-base58, 63, 15",
        "bwmarrin-base58, 53, 14",
        "bwmarrin-base64, 63, 32",
        "bwmarrin-base64, 53, 28"
    })
    void lengthIsThatOfTheTextOfTheGreatestId(String form, int bits, int length) {
        IdGenerator generator = apply(Map.of("text", form, "text-prefix", "ord_"), new OneLong((1L << bits) - 1, bits));
        assertThat(generator.textLength()).isEqualTo(length);
        if (!form.equals("padded:6") || bits < 20) {
            assertThat(generator.nextText()).hasSize(length);
        }
    }

    @Test
    void lengthOfJsonIsThatOfItsDigitsAndQuotes() {
        IdGenerator generator = apply(Map.of("text", "json"), new OneLong(Long.MAX_VALUE, 63));
        assertThat(generator.textLength()).isEqualTo(21);
        assertThat(generator.nextText()).hasSize(21);
    }

    @Test
    void generatorReportsTheCaseOfItsForm() {
        for (TextForm form : TextForm.values()) {
            for (IdGenerator each : List.of(new OneLong(), new OneUuid(SOME_UUID))) {
                IdGenerator generator = apply(Map.of("text", form.toString()), each);
                assertThat(generator.isTextCaseSensitive()).as("%s", form).isEqualTo(form.isCaseSensitive());
            }
        }
        assertThat(apply(Map.of("text", "padded:19"), new OneLong()).isTextCaseSensitive())
                .isFalse();
        assertThat(apply(Map.of("text-prefix", "ord_"), new OneLong()).isTextCaseSensitive())
                .isFalse();
    }

    @Test
    void prefixComesBeforeDateBeforeId() {
        Map<String, String> config = Map.of("text", "padded", "text-prefix", "ord_", "text-date", "true");
        LocalDate before = LocalDate.now(ZoneOffset.UTC);
        String text = apply(config, new OneLong()).nextText();
        LocalDate after = LocalDate.now(ZoneOffset.UTC);
        assertThat(text).isIn(dated(before), dated(after));
        assertThat(apply(Map.of("text-prefix", "u-"), new OneUuid(SOME_UUID)).nextText())
                .isEqualTo("u-" + SOME_UUID);
    }

    @Test
    void onlyTheTextDiffers() {
        OneLong generator = new OneLong();
        LongIdGenerator decorated = (LongIdGenerator) apply(Map.of("text", "hex"), generator);
        long[] ids = new long[2];
        decorated.nextIds(ids, 1, 2);
        assertThat(ids).containsExactly(0, 42);
        assertThat(decorated.nextId()).isEqualTo(42);
        assertThat(decorated.traits()).isSameAs(generator.traits());
        decorated.close();
        assertThat(generator.closed).isTrue();

        OneUuid uuids = new OneUuid(SOME_UUID);
        UuidGenerator decoratedUuids = (UuidGenerator) apply(Map.of("text", "hex"), uuids);
        long[] halves = new long[3];
        decoratedUuids.nextUuids(halves, 1, 3);
        assertThat(new UUID(halves[1], halves[2])).isEqualTo(SOME_UUID).isEqualTo(decoratedUuids.nextUuid());
        assertThatThrownBy(decoratedUuids::traits).hasMessage("asked the generator");
        decoratedUuids.close();
        assertThat(uuids.closed).isTrue();
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatThrownBy(() -> apply(Map.of("text", "base63"), new OneLong()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"text\" is \"base63\"")
                .hasMessageContaining("canonical, decimal, padded, hex, crockford, zbase32, base36, base58, base62");
        assertThatThrownBy(() -> apply(Map.of("text-prefix", "a b"), new OneLong()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"text-prefix\" is \"a b\"");
    }

    @Test
    void exceptionThatRefusesTheTextIsThrownThoughTheGeneratorCannotBeClosed() {
        Unclosable generator = new Unclosable(() -> {
            throw new ConfigException("wrong");
        });
        assertThatThrownBy(() -> apply(Map.of("text", "padded:39"), generator))
                .hasMessage("wrong")
                .hasSuppressedException(generator.unclosed);
    }

    @Test
    void errorThatEndsTheOpeningIsThrownThoughTheGeneratorCannotBeClosed() {
        Unclosable generator = new Unclosable(() -> {
            throw new NoClassDefFoundError("a class of the traits");
        });
        assertThatThrownBy(() -> apply(Map.of("text", "padded:39"), generator))
                .hasMessage("a class of the traits")
                .hasSuppressedException(generator.unclosed);
    }

    /** Else it would be no JSON value: {@code ord_"42"}. */
    @ParameterizedTest
    @CsvSource({"text-prefix, ord_", "text-date, true"})
    void jsonIsRefusedWithWhatWouldStandBeforeIt(String key, String value) {
        OneLong generator = new OneLong();
        for (IdGenerator each : List.of(generator, new OneUuid(SOME_UUID))) {
            assertThatThrownBy(() -> apply(Map.of("text", "json", key, value), each))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("text-test: key \"text\" is \"json\": must be another form with " + key
                            + ", which is written before the id: json is one JSON string and nothing else");
        }
        assertThat(apply(Map.of("text", "json", "text-date", "false"), generator)
                        .nextText())
                .isEqualTo("\"42\"");
    }

    private static String dated(LocalDate day) {
        return "ord_" + day.format(DateTimeFormatter.BASIC_ISO_DATE) + "0000000000000000042";
    }

    private static IdGenerator apply(Map<String, String> config, IdGenerator generator) {
        return TextConfig.open(new OneProvider(generator), config);
    }

    /** Fails when it is asked for its traits, and when it is closed. */
    private record Unclosable(Supplier<IdTraits> asked, BackendException unclosed) implements UuidGenerator {
        Unclosable(Supplier<IdTraits> asked) {
            this(asked, new BackendException("the store does not answer"));
        }

        @Override
        public UUID nextUuid() {
            return SOME_UUID;
        }

        @Override
        public IdTraits traits() {
            return asked.get();
        }

        @Override
        public void close() {
            throw unclosed;
        }
    }
}
