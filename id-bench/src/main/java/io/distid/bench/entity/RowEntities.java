package io.distid.bench.entity;

import io.distid.entity.DistId;
import io.hypersistence.utils.hibernate.id.Tsid;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import java.util.UUID;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/** Rows that differ in what makes their id. */
final class RowEntities {
    /** Hibernate's default, and the size of a batch. */
    static final int ALLOCATION = 50;

    private RowEntities() {}

    /** The content of a row beside its id, as long as in the tables of the primary keys. */
    @MappedSuperclass
    abstract static class Payload {
        @Column(length = 100, nullable = false, updatable = false)
        private final String payload = "x".repeat(100);
    }

    @Entity(name = "snowflake_row")
    static class SnowflakeRow extends Payload {
        @Id
        @DistId("snowflake")
        @Nullable
        Long id;
    }

    @Entity(name = "leaf_row")
    static class LeafRow extends Payload {
        @Id
        @DistId("leaf-segment")
        @Nullable
        Long id;
    }

    @Entity(name = "uuid_v7_row")
    static class UuidV7Row extends Payload {
        @Id
        @DistId("uuid-v7")
        @Nullable
        UUID id;
    }

    @Entity(name = "sequence_id_row")
    static class SequenceIdRow extends Payload {
        @Id
        @DistId("postgresql-sequence")
        @Nullable
        Long id;
    }

    @Entity(name = "sequence_row")
    static class SequenceRow extends Payload {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "rows")
        @SequenceGenerator(name = "rows", sequenceName = "row_numbers", allocationSize = ALLOCATION)
        @Nullable
        Long id;
    }

    @Entity(name = "identity_row")
    static class IdentityRow extends Payload {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable
        Long id;
    }

    @Entity(name = "uuid_generator_row")
    static class UuidGeneratorRow extends Payload {
        @Id
        @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
        @Nullable
        UUID id;
    }

    @Entity(name = "tsid_row")
    static class TsidRow extends Payload {
        @Id
        @Tsid
        @Nullable
        Long id;
    }
}
