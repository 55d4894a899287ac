package io.distid.bench.subject;

import static io.distid.bench.subject.FieldKind.PER_TICK;
import static io.distid.bench.subject.FieldKind.RANDOM;

import io.distid.sonyflake.SonyflakeFormat;
import java.util.List;
import java.util.Map;

/** Sonyflake, with configured machine ids. Stateless. */
public final class SonyflakeSubjects implements Subjects {
    private final StrategyRows rows = new StrategyRows("sonyflake");

    @Override
    public List<Subject> rows() {
        return List.of(rows.plain());
    }

    @Override
    public List<Subject> ofBars() {
        return List.of(rows.row("sonyflake max-lead=365d", Map.of("max-lead", "365d")));
    }

    @Override
    public List<String> restarts() {
        return List.of("file");
    }

    @Override
    public List<KnownLayout> layouts() {
        return List.of(layout("sonyflake", SonyflakeFormat.DEFAULT), layout("sonyflake-v2", SonyflakeFormat.VERSION_2));
    }

    private static KnownLayout layout(String name, SonyflakeFormat format) {
        // A longer tick needs fewer bits of time.
        double tick = Math.log(format.timeUnit().toMillis()) / Math.log(2);
        return new KnownLayout(name, format, List.of(), List.of(PER_TICK, RANDOM), -tick, "", KnownLayout.Text.ANY);
    }
}
