package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where Hibernate would store 0 or null, and say nothing. */
class UnservedFieldsTest {

    @Test
    void fieldForWhichHibernateAsksNoGeneratorIsRefused() {
        refusal(Nesting.class)
                .hasMessage(in("Inner.number", "orders")
                        + "it is in an embeddable inside another one, where Hibernate asks no generator: give it its value"
                        + " yourself, and take the annotation away");
        refusal(Listing.class)
                .hasMessageStartingWith(in("Inner.number", "orders") + "it is in the elements of a collection, where");
        refusal(NotInsertable.class)
                .hasMessageStartingWith(in("NotInsertable.number", "orders") + "its column is not insertable, where");
        refusal(WithRecord.class)
                .hasMessageStartingWith(in("Part.number", "orders") + "it is in an embeddable that is a record");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refusal(Class<?> entity) {
        return assertThatThrownBy(() -> TestFactory.of(entity).close()).isInstanceOf(EntityIdException.class);
    }

    private static String in(String field, String name) {
        return UnservedFieldsTest.class.getName() + "$" + field + ", @DistId(\"" + name + "\"): ";
    }

    @Embeddable
    static class Inner {
        @DistId("orders")
        long number;
    }

    @Embeddable
    static class Outer {
        @Nullable
        Inner inner;
    }

    @Embeddable
    record Part(@DistId("orders") Long number, String note) {}

    @Entity(name = "Nesting")
    static class Nesting {
        @Id
        long id;

        @Nullable
        Outer outer;
    }

    @Entity(name = "Listing")
    static class Listing {
        @Id
        long id;

        @ElementCollection
        List<Inner> parts = new ArrayList<>();
    }

    @Entity(name = "NotInsertable")
    static class NotInsertable {
        @Id
        long id;

        @DistId("orders")
        @Column(insertable = false)
        long number;
    }

    @Entity(name = "WithRecord")
    static class WithRecord {
        @Id
        long id;

        @Nullable
        Part part;
    }
}
