package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.text.TextForm;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.hibernate.AnnotationException;
import org.hibernate.Session;
import org.hibernate.annotations.CreationTimestamp;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One exception for each mistake, when the session factory is built if it can be seen then. */
class BadInputTest {

    @Test
    void unknownNameIsReportedWithTheKnownOnes() {
        building(UnknownName.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(in("UnknownName.id", "ordres")
                        + "there is no generator \"ordres\": configured are documents, numbers, orders")
                .hasCauseInstanceOf(ConfigException.class);
    }

    @Test
    void intCannotHoldAnId() {
        building(Narrow.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(in("Narrow.id", "orders")
                        + "type int cannot hold an id: it must be a long, Long, UUID or String");
    }

    @Test
    void longCannotHoldAUuidNorAUuidALong() {
        building(UuidInLong.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(in("UuidInLong.id", "documents")
                        + "a Long cannot hold the ids of this generator, which are UUIDs: take a UUID or a String");
        building(LongInUuid.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(
                        in("LongInUuid.id", "orders")
                                + "a UUID cannot hold the ids of this generator, which are 63 bits: take a long, a Long or a String");
    }

    @Test
    void columnIsAsLongAsTheText() {
        building(ShortText.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(in("ShortText.id", "documents")
                        + "column id is too short: it holds 21 characters, and the text of an id has up to 22");
        building(ShortCanonical.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessageContaining("holds 18 characters, and the text of an id has up to 19");
        building(ShortConfigured.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessageContaining("holds 18 characters, and the text of an id has up to 29");
        building(ShortPart.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessageContaining("ShortPartId.code")
                .hasMessageContaining("holds 12 characters, and the text of an id has up to 13");
    }

    /** Ids of 63 bits have 19 digits at most. */
    @Test
    void columnNeedNotBeLongerThanTheLongestText() {
        TestFactory.of(ExactDecimal.class).close();
    }

    @Test
    void secondGeneratorOnOneFieldIsRefused() {
        building(WithGeneratedValue.class)
                .isInstanceOf(EntityIdException.class)
                .hasMessage(BadInputTest.class.getName()
                        + "$WithGeneratedValue.id has both @DistId and @GeneratedValue: remove one of them");
        // Hibernate's own words, which come first.
        building(WithUuidGenerator.class)
                .isInstanceOf(AnnotationException.class)
                .hasMessageContaining("id");
        building(WithTimestamp.class).isInstanceOf(AnnotationException.class).hasMessageContaining("number");
    }

    @Test
    void generatorThatFailsRollsTheTransactionBack() {
        AtomicInteger left = new AtomicInteger(1);
        NamedGenerators failing = NamedGenerators.of(Map.of("orders", new Failing(left)));
        try (TestFactory factory = TestFactory.of((Object) failing, Plain.class)) {
            Throwable failure = catchThrowable(() -> factory.inTransaction(session -> {
                session.persist(new Plain());
                session.flush();
                session.persist(new Plain());
            }));
            assertThat(failure)
                    .isInstanceOf(EntityIdException.class)
                    .hasMessage(in("Plain.id", "orders") + "no id: the store does not answer")
                    .hasCauseInstanceOf(BackendException.class);
            assertThat(factory.query("SELECT id FROM Plain")).isEmpty();

            left.set(1);
            try (Session session = factory.sessions.openSession()) {
                session.beginTransaction();
                session.persist(new Plain());
                session.flush();
                assertThat(catchThrowable(() -> session.persist(new Plain()))).isInstanceOf(EntityIdException.class);
                assertThat(session.getTransaction().getRollbackOnly())
                        .as("rollback only")
                        .isTrue();
                // A factory of JPA throws here, one of Hibernate rolls back without a word.
                catchThrowable(() -> session.getTransaction().commit());
            }
            assertThat(factory.query("SELECT id FROM Plain")).isEmpty();
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> building(Class<?> entity) {
        Throwable failure = catchThrowable(() -> TestFactory.of(entity).close());
        // Hibernate wraps what comes late, while it makes persisters.
        while (failure instanceof org.hibernate.MappingException
                && !(failure instanceof AnnotationException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return assertThat(failure);
    }

    private static String in(String field, String name) {
        return BadInputTest.class.getName() + "$" + field + ", @DistId(\"" + name + "\"): ";
    }

    /** Has so many ids, and then a store that does not answer. */
    private record Failing(AtomicInteger left) implements LongIdGenerator {
        @Override
        public long nextId() {
            if (left.getAndDecrement() > 0) {
                return 7;
            }
            throw new BackendException("the store does not answer");
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("failing").build();
        }

        @Override
        public void close() {}
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @DistId("orders")
        long id;
    }

    @Entity(name = "UnknownName")
    static class UnknownName {
        @Id
        @DistId("ordres")
        long id;
    }

    @Entity(name = "Narrow")
    static class Narrow {
        @Id
        @DistId("orders")
        int id;
    }

    @Entity(name = "UuidInLong")
    static class UuidInLong {
        @Id
        @DistId("documents")
        @Nullable
        Long id;
    }

    @Entity(name = "LongInUuid")
    static class LongInUuid {
        @Id
        @DistId("orders")
        @Nullable
        UUID id;
    }

    @Entity(name = "ShortText")
    static class ShortText {
        @Id
        @DistId(value = "documents", text = TextForm.BASE62)
        @Column(length = 21)
        @Nullable
        String id;
    }

    @Entity(name = "ShortCanonical")
    static class ShortCanonical {
        @Id
        @DistId("orders")
        @Column(length = 18)
        @Nullable
        String id;
    }

    @Entity(name = "ExactDecimal")
    static class ExactDecimal {
        @Id
        @DistId(value = "orders", text = TextForm.DECIMAL)
        @Column(length = 19)
        @Nullable
        String id;
    }

    @Entity(name = "ShortConfigured")
    static class ShortConfigured {
        @Id
        @DistId("orders")
        long id;

        @DistId("numbers")
        @Column(length = 18)
        @Nullable
        String number;
    }

    @Embeddable
    static class ShortPartId {
        int warehouse;

        @DistId(value = "orders", text = TextForm.CROCKFORD)
        @Column(length = 12)
        @Nullable
        String code;
    }

    @Entity(name = "ShortPart")
    static class ShortPart {
        @EmbeddedId
        @Nullable
        ShortPartId id;
    }

    @Entity(name = "WithGeneratedValue")
    static class WithGeneratedValue {
        @Id
        @GeneratedValue
        @DistId("orders")
        @Nullable
        Long id;
    }

    @Entity(name = "WithUuidGenerator")
    static class WithUuidGenerator {
        @Id
        @UuidGenerator
        @DistId("documents")
        @Nullable
        UUID id;
    }

    @Entity(name = "WithTimestamp")
    static class WithTimestamp {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        @CreationTimestamp
        @DistId("orders")
        @Nullable
        Long number;
    }
}
