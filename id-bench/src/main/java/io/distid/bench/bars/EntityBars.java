package io.distid.bench.bars;

import io.distid.bench.entity.EntityKind;
import java.util.List;

/** What entities with {@code @DistId} must reach, inserted by the batch, against the fastest of what Hibernate and others have for it. */
final class EntityBars {
    private EntityBars() {}

    static List<Bar> all() {
        return List.of(ofOurs(EntityKind.SNOWFLAKE), ofOurs(EntityKind.LEAF), ofOurs(EntityKind.UUID_V7));
    }

    private static Bar ofOurs(EntityKind kind) {
        return Bar.rate(
                "id-hibernate: rows of " + kind.subject() + " against the fastest other way",
                BarRun.batch(kind.subject()),
                1,
                BarRun.batch(EntityKind.SEQUENCE.subject()),
                BarRun.batch(EntityKind.IDENTITY.subject()),
                BarRun.batch(EntityKind.UUID_GENERATOR.subject()),
                BarRun.batch(EntityKind.TSID.subject()));
    }
}
