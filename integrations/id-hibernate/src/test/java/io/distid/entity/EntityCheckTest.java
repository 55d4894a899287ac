package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.NamedGenerators;
import io.distid.text.TextForm;
import jakarta.persistence.GeneratedValue;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said at start, and what reflection finds. */
class EntityCheckTest {

    @Test
    void allProblemsOfAllEntitiesAreNamedAtOnce() {
        List<Class<?>> entities = List.of(Fine.class, Misspelt.class, Mistyped.class, Doubled.class, Object.class);
        assertThat(EntityCheck.problems(entities, TestGenerators.ALL))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .isEqualTo(Misspelt.class.getName()
                                        + ".id, @DistId(\"ordres\"): there is no generator \"ordres\": configured are"
                                        + " documents, numbers, orders"),
                        second -> assertThat(second).contains("Misspelt.trace", "\"traces\""),
                        third -> assertThat(third).contains("Mistyped.id", "type int cannot hold an id"),
                        fourth -> assertThat(fourth).contains("Doubled.id has both @DistId and @GeneratedValue"));
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> EntityCheck.require(entities, TestGenerators.ALL))
                .withMessageContaining("Misspelt.trace")
                .withMessageContaining("Doubled.id");
    }

    @Test
    void entitiesThatAreInOrderPass() {
        EntityCheck.require(List.of(Fine.class, Row.class), TestGenerators.ALL);
        assertThat(EntityCheck.problems(List.of(Fine.class), NamedGenerators.of(Map.of())))
                .allMatch(problem -> problem.endsWith("none is configured"))
                .hasSize(3);
    }

    @Test
    void fieldsOfSuperclassesGettersAndRecordsAreFoundOnce() {
        assertThat(IdFields.of(Fine.class)).extracting(IdField::name).containsExactlyInAnyOrder("code", "id", "url");
        assertThat(IdFields.of(Row.class)).extracting(IdField::name).containsExactly("id");
        assertThat(IdFields.of(String.class)).isEmpty();
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> IdFields.of(FieldAndGetter.class))
                .withMessageContaining("FieldAndGetter.id has @DistId twice");
    }

    @Test
    void valuesHaveTheFieldsType() {
        for (IdField field : IdFields.of(Fine.class)) {
            Object value = field.next(TestGenerators.ALL);
            switch (field.name()) {
                case "id" -> assertThat(value).isInstanceOf(UUID.class);
                case "code" -> assertThat((String) value).hasSize(13).satisfies(TextForm.CROCKFORD.longs()::decode);
                default -> assertThat(value).isInstanceOf(Long.class);
            }
        }
    }

    @Test
    void onlyNullAndZeroAreUnset() {
        assertThat(IdField.isUnset(null)).isTrue();
        assertThat(IdField.isUnset(0L)).isTrue();
        assertThat(IdField.isUnset(1L)).isFalse();
        assertThat(IdField.isUnset("")).isFalse();
        assertThat(IdField.isUnset(new UUID(0, 0))).isFalse();
    }

    abstract static class Base<T> {
        @DistId("documents")
        @Nullable
        T id;
    }

    static class Fine extends Base<UUID> {
        @DistId(value = "orders", text = TextForm.CROCKFORD)
        @Nullable
        String code;

        String note = "";

        @DistId("orders")
        long getUrl() {
            return 0;
        }
    }

    record Row(@DistId("orders") long id, String note) {}

    static class Misspelt {
        @DistId("ordres")
        long id;

        @DistId("traces")
        @Nullable
        UUID trace;
    }

    static class Mistyped {
        @DistId("orders")
        int id;
    }

    static class Doubled {
        @GeneratedValue
        @DistId("orders")
        long id;
    }

    static class FieldAndGetter {
        @DistId("orders")
        private long id;

        @DistId("orders")
        long getId() {
            return id;
        }
    }
}
