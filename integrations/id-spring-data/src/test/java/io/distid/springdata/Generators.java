package io.distid.springdata;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Real generators, and who asked for them. */
final class Generators implements NamedGenerators, AutoCloseable {
    /** The names of the threads that looked for a generator. */
    final List<String> threads = new CopyOnWriteArrayList<>();

    private final Map<String, IdGenerator> open = Map.of(
            "orders",
            IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "1", "max-lead", "1d")),
            "broken",
            IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "2", "max-lead", "1d")),
            "documents",
            IdGenerators.openUuid("uuid-v7", Map.of()));

    Generators() {
        open.get("broken").close();
    }

    @Override
    public Optional<IdGenerator> find(String name) {
        threads.add(Thread.currentThread().getName());
        return NamedGenerators.of(open).find(name);
    }

    @Override
    public Set<String> names() {
        return NamedGenerators.of(open).names();
    }

    /** Whether an id is of the generator of orders. */
    static boolean isOrders(long id) {
        return (id >> 12 & 1023) == 1;
    }

    @Override
    public void close() {
        open.values().forEach(IdGenerator::close);
    }
}
