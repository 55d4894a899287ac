package io.distid.mybatis;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import java.util.LinkedHashMap;
import java.util.Map;

/** Generators whose ids tell which of them made them. */
final class Generators implements AutoCloseable {
    private final Map<String, IdGenerator> open = new LinkedHashMap<>();

    Generators() {
        open.put("orders", snowflake(1));
        open.put("customers", snowflake(2));
        open.put("others", snowflake(3));
        open.put("documents", IdGenerators.openUuid("uuid-v7", Map.of()));
    }

    NamedGenerators named() {
        return NamedGenerators.of(open);
    }

    IdGenerator get(String name) {
        return named().get(name);
    }

    /** The worker id that is in an id. */
    static long workerOf(long id) {
        return id >> 12 & 1023;
    }

    private static IdGenerator snowflake(int worker) {
        return IdGenerators.openLong(
                "snowflake", Map.of("worker", "fixed", "worker.id", String.valueOf(worker), "max-lead", "1d"));
    }

    @Override
    public void close() {
        open.values().forEach(IdGenerator::close);
    }
}
