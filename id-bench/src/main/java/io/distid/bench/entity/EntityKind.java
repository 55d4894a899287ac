package io.distid.bench.entity;

import java.util.function.Supplier;

/** The ways to make an entity's id, each with an entity of its own; their tables differ in the type of the id alone. Immutable. */
public enum EntityKind {
    SNOWFLAKE("@DistId snowflake", RowEntities.SnowflakeRow.class, RowEntities.SnowflakeRow::new),
    LEAF("@DistId leaf-segment", RowEntities.LeafRow.class, RowEntities.LeafRow::new),
    UUID_V7("@DistId uuid-v7", RowEntities.UuidV7Row.class, RowEntities.UuidV7Row::new),
    /** {@code @DistId} with ids of a sequence, 50 by each request. */
    POSTGRESQL_SEQUENCE("@DistId sequence", RowEntities.SequenceIdRow.class, RowEntities.SequenceIdRow::new),
    /** A sequence, 50 numbers at a time, or the table that stands for it in MySQL. */
    SEQUENCE("SEQUENCE pooled", RowEntities.SequenceRow.class, RowEntities.SequenceRow::new),
    IDENTITY("IDENTITY", RowEntities.IdentityRow.class, RowEntities.IdentityRow::new),
    UUID_GENERATOR("@UuidGenerator v7", RowEntities.UuidGeneratorRow.class, RowEntities.UuidGeneratorRow::new),
    TSID("@Tsid", RowEntities.TsidRow.class, RowEntities.TsidRow::new);

    private final String subject;
    private final Class<?> type;
    private final Supplier<Object> row;

    EntityKind(String subject, Class<?> type, Supplier<Object> row) {
        this.subject = subject;
        this.type = type;
        this.row = row;
    }

    /** The name in the report: unique among subjects. */
    public String subject() {
        return subject;
    }

    Class<?> type() {
        return type;
    }

    Object newRow() {
        return row.get();
    }
}
