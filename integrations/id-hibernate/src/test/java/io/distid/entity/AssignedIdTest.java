package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows that come with ids of their own, as from an import. */
class AssignedIdTest {
    private static TestFactory factory;

    @Entity(name = "Imported")
    static class Imported {
        @Id
        @DistId(value = "orders", assigned = true)
        @Nullable
        Long id;

        @Nullable
        String note;

        static Imported of(@Nullable Long id, String note) {
            Imported imported = new Imported();
            imported.id = id;
            imported.note = note;
            return imported;
        }
    }

    @BeforeAll
    static void open() {
        factory = TestFactory.of(Imported.class);
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    @Test
    void idThatIsSetIsStored() {
        factory.inTransaction(session -> session.merge(Imported.of(42L, "merged")));
        factory.inTransaction(session -> session.persist(Imported.of(43L, "persisted")));
        assertThat(note(42)).isEqualTo("merged");
        assertThat(note(43)).isEqualTo("persisted");
    }

    @Test
    void existingRowIsChanged() {
        factory.inTransaction(session -> session.merge(Imported.of(44L, "first")));
        factory.inTransaction(session -> session.merge(Imported.of(44L, "second")));
        assertThat(note(44)).isEqualTo("second");
    }

    @Test
    void idThatIsNotSetIsDrawn() {
        Imported persisted = Imported.of(null, "drawn");
        factory.inTransaction(session -> session.persist(persisted));
        Imported merged = factory.fromTransaction(session -> session.merge(Imported.of(null, "merged")));
        assertThat(persisted.id).isGreaterThan(1_000);
        assertThat(merged.id).isGreaterThan(persisted.id);
    }

    private static @Nullable String note(long id) {
        return factory.fromTransaction(session -> session.find(Imported.class, id).note);
    }
}
