package io.distid.jackson;

import static io.distid.text.TextForm.BASE62;
import static io.distid.text.TextForm.CROCKFORD;
import static io.distid.text.TextForm.DECIMAL;
import static io.distid.text.TextForm.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonValue;
import io.distid.jackson.Jackson.Json;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdTextTest {
    private static final UUID A_UUID = UUID.fromString("0198c0a7-4b1f-7c3d-8e5f-a1b2c3d4e5f6");

    record Order(
            @IdText(CROCKFORD) long id,
            @IdText(DECIMAL) @Nullable Long parent,
            @IdText(BASE62) UUID trace,
            long total) {}

    record Prefixed(
            @IdText(value = CROCKFORD, prefix = "ord_") long id) {}

    record Quoted(@IdText(JSON) long id, @IdText(JSON) UUID trace) {}

    record Lists(
            @IdText List<Long> items,
            @IdText(CROCKFORD) Set<UUID> traces,
            @IdText Long[] boxed) {}

    record Maps(
            @IdText(CROCKFORD) Map<Long, Long> counts,
            @IdText Map<UUID, String> notes,
            @IdText Map<String, Long> ids) {}

    record Optionals(@IdText Optional<Long> parent, @IdText Optional<UUID> trace) {}

    record Wrong(@IdText String id) {}

    record OrderNumber(@JsonValue @IdText(CROCKFORD) long value) {}

    record Invoices(Map<OrderNumber, String> notes) {}

    record Invoice(OrderNumber order) {}

    @JacksonAnnotationsInside
    @IdText(CROCKFORD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface OrderId {}

    record Composed(@OrderId long id) {}

    static final class Arrays {
        @IdText
        public long[] ids = {};
    }

    static final class OnField {
        @IdText(CROCKFORD)
        private long id;

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    static final class OnAccessors {
        private long id;

        @IdText(CROCKFORD)
        public long getId() {
            return id;
        }

        @IdText(CROCKFORD)
        public void setId(long id) {
            this.id = id;
        }
    }

    abstract static class Entity<T> {
        @IdText
        public @Nullable T id;
    }

    static final class Customer extends Entity<Long> {}

    @ParameterizedTest
    @EnumSource
    void idsOfARecordAreStringsOfTheirForms(Jackson jackson) {
        assertRoundTrip(
                jackson,
                new Order(382947640570048512L, 9007199254740993L, A_UUID, 12),
                "{\"id\":\"0AM40V6HW0W00\",\"parent\":\"9007199254740993\",\"trace\":\""
                        + BASE62.uuids().encode(A_UUID) + "\",\"total\":12}");
    }

    @ParameterizedTest
    @EnumSource
    void anIdThatMayBeNullStaysNull(Jackson jackson) {
        Order order = new Order(1, null, A_UUID, 0);
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThat(json.write(order)).contains("\"parent\":null");
        assertThat(json.read(json.write(order), Order.class)).isEqualTo(order);
    }

    @ParameterizedTest
    @EnumSource
    void aPrefixStandsBeforeTheId(Jackson jackson) {
        assertRoundTrip(jackson, new Prefixed(1), "{\"id\":\"ord_0000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void quotesOfTheJsonFormAreJacksons(Jackson jackson) {
        assertRoundTrip(jackson, new Quoted(12, A_UUID), "{\"id\":\"12\",\"trace\":\"" + A_UUID + "\"}");
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfCollectionsAndArraysAreStrings(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        Lists lists = new Lists(List.of(1L, Long.MAX_VALUE), Set.of(A_UUID), new Long[] {9007199254740993L});
        String text = json.write(lists);
        assertThat(text)
                .isEqualTo("{\"items\":[\"1\",\"9223372036854775807\"],\"traces\":[\""
                        + CROCKFORD.uuids().encode(A_UUID) + "\"],\"boxed\":[\"9007199254740993\"]}");
        assertThat(json.read(text, Lists.class)).usingRecursiveComparison().isEqualTo(lists);
    }

    @ParameterizedTest
    @EnumSource
    void elementsOfAPrimitiveArrayAreStrings(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        Arrays arrays = new Arrays();
        arrays.ids = new long[] {1, Long.MAX_VALUE};
        String text = json.write(arrays);
        assertThat(text).isEqualTo("{\"ids\":[\"1\",\"9223372036854775807\"]}");
        assertThat(json.read(text, Arrays.class).ids).isEqualTo(arrays.ids);
    }

    @ParameterizedTest
    @EnumSource
    void keysOfAMapAreIdsElseItsValuesAre(Jackson jackson) {
        assertRoundTrip(
                jackson,
                new Maps(Map.of(1L, 2L), Map.of(A_UUID, "first"), Map.of("last", 3L)),
                "{\"counts\":{\"0000000000001\":2},\"notes\":{\"" + A_UUID + "\":\"first\"},\"ids\":{\"last\":\"3\"}}");
    }

    @Test
    void anOptionalHoldsAnId() {
        // Jackson 2 knows Optional by a module of its own only.
        assertRoundTrip(
                Jackson.THREE,
                new Optionals(Optional.of(9007199254740993L), Optional.empty()),
                "{\"parent\":\"9007199254740993\",\"trace\":null}");
    }

    @ParameterizedTest
    @EnumSource
    void aRecordThatIsItsValueIsAString(Jackson jackson) {
        assertRoundTrip(jackson, new Invoice(new OrderNumber(1)), "{\"order\":\"0000000000001\"}");
    }

    /** A limit, which the README tells. */
    @ParameterizedTest
    @EnumSource
    void aRecordThatIsItsValueIsReadFromANumberUnlessItsTypeIsDescribed(Jackson jackson) {
        assertThat(jackson.with(JsonIdFormat.annotated()).read("{\"order\":1}", Invoice.class))
                .isEqualTo(new Invoice(new OrderNumber(1)));
        Json described = jackson.with(
                JsonIdFormat.annotated().typeAs(OrderNumber.class, CROCKFORD, OrderNumber::value, OrderNumber::new));
        assertThatThrownBy(() -> described.read("{\"order\":1}", Invoice.class))
                .hasMessageContaining("it is a JSON number");
    }

    /** A limit, which the README tells. */
    @ParameterizedTest
    @EnumSource
    void aRecordThatIsItsValueIsDecimalAsAKeyUnlessItsTypeIsDescribed(Jackson jackson) {
        Invoices invoices = new Invoices(Map.of(new OrderNumber(1), "first"));
        assertThat(jackson.with(JsonIdFormat.annotated()).write(invoices)).isEqualTo("{\"notes\":{\"1\":\"first\"}}");
        Json described = jackson.with(
                JsonIdFormat.annotated().typeAs(OrderNumber.class, CROCKFORD, OrderNumber::value, OrderNumber::new));
        assertThat(described.write(invoices)).isEqualTo("{\"notes\":{\"0000000000001\":\"first\"}}");
        assertThat(described.read(described.write(invoices), Invoices.class)).isEqualTo(invoices);
    }

    @ParameterizedTest
    @EnumSource
    void anAnnotationOfTheApplicationMayCarryIt(Jackson jackson) {
        assertRoundTrip(jackson, new Composed(1), "{\"id\":\"0000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void aBeanIsAnnotatedOnItsFieldOrItsAccessors(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        String text = "{\"id\":\"0000000000001\"}";
        OnField onField = json.read(text, OnField.class);
        assertThat(onField.getId()).isEqualTo(1);
        assertThat(json.write(onField)).isEqualTo(text);
        OnAccessors onAccessors = json.read(text, OnAccessors.class);
        assertThat(onAccessors.getId()).isEqualTo(1);
        assertThat(json.write(onAccessors)).isEqualTo(text);
    }

    @ParameterizedTest
    @EnumSource
    void aTypeVariableIsWhatTheSubclassMakesIt(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        Customer customer = json.read("{\"id\":\"9007199254740993\"}", Customer.class);
        assertThat(customer.id).isEqualTo(9007199254740993L);
        assertThat(json.write(customer)).isEqualTo("{\"id\":\"9007199254740993\"}");
    }

    @ParameterizedTest
    @EnumSource
    void anotherTypeIsRefusedByNameWhenItIsWrittenAndWhenItIsRead(Jackson jackson) {
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThatThrownBy(() -> json.write(new Wrong("1")))
                .hasMessageContaining("Wrong")
                .hasMessageContaining("which is a java.lang.String: must be long, Long, UUID or long[]");
        assertThatThrownBy(() -> json.read("{\"id\":\"1\"}", Wrong.class))
                .hasMessageContaining("Wrong")
                .hasMessageContaining("which is a java.lang.String: must be long, Long, UUID or long[]");
    }

    private static void assertRoundTrip(Jackson jackson, Object value, String text) {
        Json json = jackson.with(JsonIdFormat.annotated());
        assertThat(json.write(value)).isEqualTo(text);
        assertThat(json.<Object>read(text, type(value))).isEqualTo(value);
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> type(Object value) {
        return (Class<Object>) value.getClass();
    }
}
