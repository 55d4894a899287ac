package io.distid.jackson;

import static io.distid.text.TextForm.CROCKFORD;
import static io.distid.text.TextForm.DECIMAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.distid.jackson.Jackson.Json;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class JsonIdFormatTest {
    private static final long UNSAFE = 9007199254740993L;
    private static final JsonIdFormat UNSAFE_LONGS = JsonIdFormat.annotated().unsafeLongsAsStrings();

    record Numbers(long first, Long second, List<Long> list, Map<Long, Long> map) {}

    record Longs(long[] longs) {}

    record Number(long value) {}

    record OrderId(long value) {}

    record Order(OrderId id, List<OrderId> items, Map<OrderId, Integer> counts) {}

    record Mixed(@IdText(CROCKFORD) long id, long other) {}

    record Trace(UUID id) {}

    record Untyped(@Nullable Object any, java.lang.@Nullable Number number) {}

    record Shaped(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long value) {}

    record Holder(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object value) {}

    @ParameterizedTest
    @EnumSource
    void onlyWhatJavaScriptWouldRoundIsAString(Jackson jackson) {
        assertRoundTrip(
                jackson.with(UNSAFE_LONGS),
                new Numbers(UNSAFE, 9007199254740991L, List.of(1L, Long.MAX_VALUE), Map.of(2L, UNSAFE)),
                "{\"first\":\"9007199254740993\",\"second\":9007199254740991,\"list\":[1,\"9223372036854775807\"],"
                        + "\"map\":{\"2\":\"9007199254740993\"}}");
    }

    @ParameterizedTest
    @EnumSource
    void negativeNumbersAreTreatedAlike(Jackson jackson) {
        Json json = jackson.with(UNSAFE_LONGS);
        assertRoundTrip(json, new Number(-9007199254740991L), "{\"value\":-9007199254740991}");
        assertRoundTrip(json, new Number(-9007199254740992L), "{\"value\":\"-9007199254740992\"}");
        assertRoundTrip(json, new Number(Long.MIN_VALUE), "{\"value\":\"-9223372036854775808\"}");
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfAPrimitiveArrayAreTreatedAlike(Jackson jackson) {
        Json json = jackson.with(UNSAFE_LONGS);
        Longs longs = new Longs(new long[] {1, UNSAFE});
        assertThat(json.write(longs)).isEqualTo("{\"longs\":[1,\"9007199254740993\"]}");
        assertThat(json.read(json.write(longs), Longs.class).longs()).isEqualTo(longs.longs());
    }

    @ParameterizedTest
    @EnumSource
    void aNumberStaysAnIntegerInATreeAndInAConversion(Jackson jackson) {
        Json json = jackson.with(UNSAFE_LONGS);
        Numbers numbers = new Numbers(UNSAFE, -12L, List.of(1L, UNSAFE), Map.of(2L, 9007199254740991L));
        assertThat(json.tree(numbers)).isEqualTo(json.write(numbers));
        assertThat(json.convert(numbers, Numbers.class)).isEqualTo(numbers);
        Longs longs = new Longs(new long[] {1, UNSAFE});
        assertThat(json.tree(longs)).isEqualTo("{\"longs\":[1,\"9007199254740993\"]}");
        assertThat(json.convert(longs, Longs.class).longs()).isEqualTo(longs.longs());
    }

    @ParameterizedTest
    @EnumSource
    void refusedElementOfAPrimitiveArrayIsReportedWithItsIndex(Jackson jackson) {
        Json json = jackson.with(UNSAFE_LONGS);
        for (String element : List.of("9007199254740992", "1.0", "null", "\"x\"", "[]")) {
            assertThatThrownBy(() -> json.read("{\"longs\":[1,2," + element + "]}", Longs.class))
                    .as(element)
                    .hasMessageContaining("Longs[\"longs\"]->long[][2]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStringIsTakenForANumberThatIsSafe(Jackson jackson) {
        assertThat(jackson.with(UNSAFE_LONGS).read("{\"value\":\"12\"}", Number.class))
                .isEqualTo(new Number(12));
    }

    static Stream<Arguments> whatMayHaveBeenRoundedIsRefused() {
        return Stream.of(Jackson.values())
                .flatMap(jackson -> Stream.of(
                        Arguments.of(jackson, "9007199254740992", "may have been rounded by JavaScript"),
                        Arguments.of(jackson, "-9007199254740992", "may have been rounded by JavaScript"),
                        Arguments.of(jackson, "9223372036854775808", "is above 2^63 - 1"),
                        Arguments.of(jackson, "\"9223372036854775808\"", "is above 2^63 - 1"),
                        Arguments.of(jackson, "\"-9223372036854775809\"", "is not a long"),
                        Arguments.of(jackson, "\"-0\"", "is not a long"),
                        Arguments.of(jackson, "\"--1\"", "\"--1\" is no decimal text: it has '-' at index 1"),
                        Arguments.of(jackson, "\"-12x\"", "\"-12x\" is no decimal text: it has 'x' at index 3"),
                        Arguments.of(jackson, "\" 1\"", "U+0020"),
                        Arguments.of(jackson, "1.0", "VALUE_NUMBER_FLOAT"),
                        Arguments.of(jackson, "null", "null or absent")));
    }

    @ParameterizedTest
    @MethodSource
    void whatMayHaveBeenRoundedIsRefused(Jackson jackson, String value, String words) {
        Json json = jackson.with(UNSAFE_LONGS);
        assertThatThrownBy(() -> json.read("{\"value\":" + value + "}", Number.class))
                .hasMessageContaining(words);
    }

    /** Limits, which the README tells. */
    @ParameterizedTest
    @EnumSource
    void whatHasNoTypeIsReadAsJacksonReadsIt(Jackson jackson) {
        Json json = jackson.with(UNSAFE_LONGS);
        assertThat(json.write(new Untyped(UNSAFE, UNSAFE)))
                .isEqualTo("{\"any\":\"9007199254740993\",\"number\":\"9007199254740993\"}");
        assertThat(json.read("{\"any\":\"9007199254740993\",\"number\":9007199254740993}", Untyped.class))
                .isEqualTo(new Untyped("9007199254740993", UNSAFE));
        assertThat(json.read("{\"any\":9007199254740993}", Untyped.class).any()).isEqualTo(UNSAFE);
    }

    @ParameterizedTest
    @EnumSource
    void theShapeOfJacksonsOwnAnnotationCountsForNothing(Jackson jackson) {
        assertThat(jackson.with(JsonIdFormat.annotated()).write(new Shaped(5))).isEqualTo("{\"value\":\"5\"}");
        assertThat(jackson.with(UNSAFE_LONGS).write(new Shaped(5))).isEqualTo("{\"value\":5}");
    }

    @ParameterizedTest
    @EnumSource
    void allLongsAreStringsOfAForm(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated().longsAs(DECIMAL));
        assertRoundTrip(
                json,
                new Numbers(1, 2L, List.of(3L), Map.of(4L, 5L)),
                "{\"first\":\"1\",\"second\":\"2\",\"list\":[\"3\"],\"map\":{\"4\":\"5\"}}");
        assertThat(json.write(new Longs(new long[] {6}))).isEqualTo("{\"longs\":[\"6\"]}");
        assertThat(json.read("{\"longs\":[\"6\"]}", Longs.class).longs()).containsExactly(6);
        assertThatThrownBy(() -> json.read("{\"longs\":[6]}", Longs.class)).hasMessageContaining("it is a JSON number");
        assertThatThrownBy(() -> json.read("{\"longs\":\"6\"}", Longs.class)).hasMessageContaining("must be an array");
    }

    @ParameterizedTest
    @EnumSource
    void aTypeOfTheApplicationIsAString(Jackson jackson) {
        assertRoundTrip(
                jackson.with(JsonIdFormat.annotated().typeAs(OrderId.class, CROCKFORD, OrderId::value, OrderId::new)),
                new Order(new OrderId(1), List.of(new OrderId(2)), Map.of(new OrderId(3), 4)),
                "{\"id\":\"0000000000001\",\"items\":[\"0000000000002\"],\"counts\":{\"0000000000003\":4}}");
    }

    @ParameterizedTest
    @EnumSource
    void allUuidsAreStringsOfAForm(Jackson jackson) {
        assertRoundTrip(
                jackson.with(JsonIdFormat.annotated().uuidsAs(CROCKFORD)),
                new Trace(new UUID(0, 1)),
                "{\"id\":\"00000000000000000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void theAnnotationWinsOverTheType(Jackson jackson) {
        assertRoundTrip(
                jackson.with(JsonIdFormat.annotated().longsAs(DECIMAL)),
                new Mixed(1, 2),
                "{\"id\":\"0000000000001\",\"other\":\"2\"}");
    }

    @ParameterizedTest
    @EnumSource
    void lastSettingOfATypeCounts(Jackson jackson) {
        JsonIdFormat both = JsonIdFormat.annotated().longsAs(CROCKFORD).unsafeLongsAsStrings();
        assertThat(jackson.with(both).write(new Number(1))).isEqualTo("{\"value\":1}");
        assertThat(jackson.with(
                                JsonIdFormat.annotated(),
                                both,
                                JsonIdFormat.annotated().longsAs(CROCKFORD))
                        .write(new Number(1)))
                .isEqualTo("{\"value\":\"0000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void aTypeThatIsWrittenWithItsNameKeepsItsForm(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated()
                .typeAs(OrderId.class, CROCKFORD, OrderId::value, OrderId::new)
                .longsAs(DECIMAL));
        assertThat(json.read(json.write(new Holder(new OrderId(7))), Holder.class))
                .isEqualTo(new Holder(new OrderId(7)));
        assertThat(json.write(new Holder(new long[] {7}))).contains("[\"7\"]");
        assertThat((long[]) json.read(json.write(new Holder(new long[] {7})), Holder.class)
                        .value())
                .containsExactly(7);
    }

    @Test
    void longIsNotATypeOfTheApplication() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonIdFormat.annotated().typeAs(Long.class, DECIMAL, Long::longValue, Long::valueOf))
                .withMessageContaining("longsAs is for all longs");
    }

    private static void assertRoundTrip(Json json, Object value, String text) {
        assertThat(json.write(value)).isEqualTo(text);
        assertThat((Object) json.read(text, value.getClass())).isEqualTo(value);
    }
}
