package io.distid.jackson;

import static io.distid.text.TextForm.BASE62;
import static io.distid.text.TextForm.CROCKFORD;
import static io.distid.text.TextForm.DECIMAL;
import static io.distid.text.TextForm.HEX;
import static io.distid.text.TextForm.ZBASE32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.jackson.Jackson.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StrictReadingTest {
    record Crockford(@IdText(CROCKFORD) long id) {}

    record Lenient(
            @IdText(value = CROCKFORD, lenient = true) long id) {}

    record Decimal(@IdText(DECIMAL) long id) {}

    record Hex(@IdText(HEX) Long id) {}

    record Zbase32(@IdText(ZBASE32) long id) {}

    record Base62(@IdText(BASE62) long id) {}

    record Uuid(@IdText UUID id) {}

    record Keys(@IdText(CROCKFORD) Map<Long, String> id) {}

    record Elements(@IdText(CROCKFORD) List<Long> id) {}

    record Refused(Class<?> type, String id, String... words) {}

    private static final List<Refused> REFUSED = List.of(
            new Refused(Crockford.class, "12", "it is a JSON number", "must be a JSON string with a crockford text"),
            new Refused(Decimal.class, "12", "it is a JSON number", "must be a JSON string with a decimal text"),
            new Refused(Decimal.class, "1.5", "VALUE_NUMBER_FLOAT", "must be a JSON string with a decimal text"),
            new Refused(Decimal.class, "true", "VALUE_TRUE", "must be a JSON string with a decimal text"),
            new Refused(Decimal.class, "[\"1\"]", "START_ARRAY", "must be a JSON string with a decimal text"),
            new Refused(Decimal.class, "null", "null or absent", "must be a JSON string with a decimal text"),
            new Refused(Uuid.class, "12", "it is a JSON number", "must be a JSON string with a canonical text"),
            new Refused(Crockford.class, "\" 0000000000001\"", "has 14 characters: must have 13"),
            new Refused(Crockford.class, "\"000000000000 \"", "U+0020 at index 12"),
            new Refused(Decimal.class, "\" 1\"", "U+0020 at index 0: must be 0-9"),
            new Refused(Decimal.class, "\"1\\n\"", "U+000A at index 1"),
            new Refused(Decimal.class, "\"\"", "has 0 characters"),
            new Refused(Decimal.class, "\"007\"", "has a leading zero"),
            new Refused(Decimal.class, "\"-1\"", "'-' at index 0"),
            new Refused(Decimal.class, "\"9223372036854775808\"", "is above 2^63 - 1"),
            new Refused(Crockford.class, "\"8000000000000\"", "is above 2^63 - 1"),
            new Refused(Crockford.class, "\"Z000000000000\"", "is above 2^64 - 1"),
            new Refused(Crockford.class, "\"000000000000a\"", "not how this id is written: must be \"000000000000A\""),
            new Refused(Crockford.class, "\"000000000000O\"", "not how this id is written: must be \"0000000000000\""),
            new Refused(Hex.class, "\"000000000000000A\"", "must be \"000000000000000a\""),
            new Refused(Zbase32.class, "\"YYYYYYYYYYYYY\"", "'Y' at index 0"),
            new Refused(Base62.class, "\"0000000000-\"", "'-' at index 10"),
            new Refused(
                    Uuid.class,
                    "\"0198C0A7-4B1F-7C3D-8E5F-A1B2C3D4E5F6\"",
                    "must be \"0198c0a7-4b1f-7c3d-8e5f-a1b2c3d4e5f6\""),
            new Refused(Uuid.class, "\"0198c0a7\"", "has 8 characters"),
            new Refused(Lenient.class, "\"000000000000U\"", "'U' at index 12"),
            new Refused(Lenient.class, "12", "it is a JSON number"),
            new Refused(Keys.class, "{\"1\":\"first\"}", "has 1 characters: must have 13"),
            new Refused(Keys.class, "{\"000000000000a\":\"first\"}", "must be \"000000000000A\""),
            new Refused(Elements.class, "[\"0000000000001\",2]", "it is a JSON number"));

    static Stream<Arguments> whatIsNotWrittenIsRefusedWithWhatIsAllowed() {
        return Stream.of(Jackson.values())
                .flatMap(jackson -> REFUSED.stream().map(each -> Arguments.of(jackson, each)));
    }

    @ParameterizedTest
    @MethodSource
    void whatIsNotWrittenIsRefusedWithWhatIsAllowed(Jackson jackson, Refused refused) {
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThatThrownBy(() -> json.read("{\"id\":" + refused.id() + "}", refused.type()))
                .as(refused.type().getSimpleName() + " " + refused.id())
                .hasMessageContainingAll(refused.words())
                // The path, which is how the reader of a long document finds it.
                .hasMessageContaining("id");
    }

    @ParameterizedTest
    @EnumSource
    void lenientTakesOtherSpellingsOfTheSameId(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        List<Long> read = new ArrayList<>();
        for (String spelling : List.of("00000000001A0", "00000000001a0", "00000000001ao", "00000-00000-IAo")) {
            read.add(json.read("{\"id\":\"" + spelling + "\"}", Lenient.class).id());
        }
        assertThat(read).containsOnly(CROCKFORD.longs().decode("00000000001A0"));
    }

    @ParameterizedTest
    @EnumSource
    void anIdThatIsAbsentIsNotZero(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThatThrownBy(() -> json.read("{}", Decimal.class)).hasMessageContaining("null or absent");
    }

    @ParameterizedTest
    @EnumSource
    void aNegativeIdIsNotWritten(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThatThrownBy(() -> json.write(new Decimal(-1)))
                .hasMessageContaining("id is -1: must not be negative")
                .hasMessageContaining("Decimal[\"id\"]");
    }
}
