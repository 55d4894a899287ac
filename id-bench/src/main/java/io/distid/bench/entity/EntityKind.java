package io.distid.bench.entity;

import java.util.function.Supplier;

/** The ways to make an entity's id, each with an entity of its own; their tables differ in the type of the id alone. Immutable. */
public enum EntityKind {
    SNOWFLAKE("@DistId snowflake", RowEntities.SnowflakeRow::new),
    LEAF("@DistId leaf-segment", RowEntities.LeafRow::new),
    UUID_V7("@DistId uuid-v7", RowEntities.UuidV7Row::new),
    /** {@code @DistId} with ids of a sequence, 50 by each request. */
    POSTGRESQL_SEQUENCE("@DistId sequence", RowEntities.SequenceIdRow::new),
    /** A sequence, 50 numbers at a time, or the table that stands for it in MySQL. */
    SEQUENCE("SEQUENCE pooled", RowEntities.SequenceRow::new),
    IDENTITY("IDENTITY", RowEntities.IdentityRow::new),
    UUID_GENERATOR("@UuidGenerator v7", RowEntities.UuidGeneratorRow::new),
    TSID("@Tsid", RowEntities.TsidRow::new);

    private final String subject;
    private final Supplier<Object> row;

    EntityKind(String subject, Supplier<Object> row) {
        this.subject = subject;
        this.row = row;
    }

    /** The name in the report: unique among subjects. */
    public String subject() {
        return subject;
    }

    Object newRow() {
        return row.get();
    }
}
