package io.distid.bench.subject;

import io.distid.IdGenerators;
import io.distid.uuid.UuidV4;
import io.distid.uuid.UuidV7;
import java.util.List;
import java.util.Map;

/** The versions of UUIDs. Stateless. */
public final class UuidSubjects implements Subjects {
    private final StrategyRows v4 = new StrategyRows("uuid-v4");
    private final StrategyRows v7 = new StrategyRows("uuid-v7");

    @Override
    public List<Subject> rows() {
        return List.of(
                v4.plain(),
                v7.plain(),
                ShownIds.row(v7.row("uuid-v7 text=typeid", Map.of("text", "typeid", "text-prefix", "order")), true),
                v7.row("uuid-v7 clock=coarse", Map.of("clock", "coarse")),
                // Some peers have order within a thread only, and some teams need no more.
                v7.row("uuid-v7 order=thread", Map.of("order", "thread")),
                // Has predictable random bits, as the fastest peers have.
                v7.row("uuid-v7 thread fast", Map.of("order", "thread", "source", "fast")));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        List<String> plain = List.of("uuid-v7");
        return Map.of(FaultRun.TINY, plain, FaultRun.QUICK, plain, FaultRun.SOAK, plain);
    }

    @Override
    public List<FirstId> firstIds() {
        return List.of(
                new FirstId("uuid-v4", "uuid-v4", V4ByName.class, UuidV4.class),
                new FirstId("uuid-v7", "uuid-v7", V7ByName.class, UuidV7.class),
                new FirstId("UuidV4.open()", "uuid-v4", V4.class, UuidV4.class),
                new FirstId("UuidV7.open()", "uuid-v7", V7.class, UuidV7.class));
    }

    private static final class V4ByName {
        static {
            IdGenerators.openUuid("uuid-v4").nextUuid();
        }
    }

    private static final class V7ByName {
        static {
            IdGenerators.openUuid("uuid-v7").nextUuid();
        }
    }

    private static final class V4 {
        static {
            UuidV4.open().nextUuid();
        }
    }

    private static final class V7 {
        static {
            UuidV7.open().nextUuid();
        }
    }
}
