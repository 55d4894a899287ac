package io.distid.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.UuidGenerator;
import io.distid.jackson.Jackson.Json;
import io.distid.text.TextForm;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids go through JSON as their generator writes them, in forms that have a key or a type. */
class GeneratorTextTest {
    private static final String KEY = "000102030405060708090a0b0c0d0e0f";

    private final LongIdGenerator orders = IdGenerators.openLong(
            "snowflake",
            Map.of(
                    "worker", "fixed",
                    "worker.id", "1",
                    "namespace", "generator-text",
                    "text", "opaque",
                    "text-key", KEY,
                    "text-prefix", "ord_"));
    private final UuidGenerator users =
            IdGenerators.openUuid("uuid-v7", Map.of("text", "typeid", "text-prefix", "user"));
    private final JsonIdFormat format =
            JsonIdFormat.annotated().generators(NamedGenerators.of(Map.of("orders", orders, "users", users)));

    record Order(
            @IdText(generator = "orders") long id,
            @IdText(generator = "users") UUID user,
            @IdText(generator = "orders") List<Long> others,
            @IdText(generator = "users") Map<UUID, String> notes,
            @IdText(generator = "orders") long[] more) {}

    record Unknown(@IdText(generator = "invoices") long id) {}

    record OtherKind(@IdText(generator = "users") long id) {}

    record TwoForms(
            @IdText(value = TextForm.HEX, generator = "orders")
            long id) {}

    record Prefixed(
            @IdText(prefix = "ord_", generator = "orders") long id) {}

    @AfterEach
    void close() {
        orders.close();
        users.close();
    }

    @ParameterizedTest
    @EnumSource
    void idsAreWrittenAndReadAsTheGeneratorDoes(Jackson jackson) {
        Json json = jackson.with(format);
        UUID user = users.nextUuid();
        Order order = new Order(7, user, List.of(8L), Map.of(user, "x"), new long[] {9});
        String written = json.write(order);
        assertThat(written)
                .isEqualTo("{\"id\":\"" + orders.textOf(7) + "\",\"user\":\"" + users.textOf(user) + "\",\"others\":[\""
                        + orders.textOf(8) + "\"],\"notes\":{\"" + users.textOf(user) + "\":\"x\"},\"more\":[\""
                        + orders.textOf(9) + "\"]}")
                .contains("ord_", "user_0")
                .doesNotContain(user.toString());
        Order read = json.read(written, Order.class);
        assertThat(read.id()).isEqualTo(7);
        assertThat(read.user()).isEqualTo(user);
        assertThat(read.others()).containsExactly(8L);
        assertThat(read.notes()).containsOnlyKeys(user);
        assertThat(read.more()).containsExactly(9);
    }

    @ParameterizedTest
    @EnumSource
    void aTextOfAnotherKeyOrANumberIsRefused(Jackson jackson) {
        Json json = jackson.with(format);
        String text = orders.textOf(7);
        String changed = text.substring(0, text.length() - 1) + (text.endsWith("0") ? '1' : '0');
        for (String id : List.of("7", "\"7\"", "\"" + changed + "\"", "\"" + text.substring(4) + "\"")) {
            assertThatThrownBy(() -> json.read("{\"id\":" + id + "}", Order.class))
                    .as(id)
                    .hasMessageNotContaining(KEY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGeneratorThatIsNotThereIsNamed(Jackson jackson) {
        Json json = jackson.with(format);
        assertThatThrownBy(() -> json.write(new Unknown(1)))
                .hasStackTraceContaining("there is no generator \"invoices\": configured are orders, users");
        assertThatThrownBy(() -> json.write(new OtherKind(1)))
                .hasStackTraceContaining("generator \"users\" makes UUIDs");
        assertThatThrownBy(() -> jackson.withFoundModules().write(new Unknown(1)))
                .hasStackTraceContaining("the module knows no generators");
    }

    @ParameterizedTest
    @EnumSource
    void aGeneratorHasItsFormAlready(Jackson jackson) {
        Json json = jackson.with(format);
        assertThatThrownBy(() -> json.write(new TwoForms(1))).hasStackTraceContaining("has a form already");
        assertThatThrownBy(() -> json.write(new Prefixed(1))).hasStackTraceContaining("has a form already");
    }

    /** The one that a mapper finds by itself knows none, and does not stand in the way. */
    @ParameterizedTest
    @EnumSource
    void theModuleThatWasAddedLastSays(Jackson jackson) {
        assertThat(jackson.with(JsonIdFormat.annotated(), format)
                        .write(new Order(7, new UUID(0, 0), List.of(), Map.of(), new long[0])))
                .startsWith("{\"id\":\"ord_");
    }
}
