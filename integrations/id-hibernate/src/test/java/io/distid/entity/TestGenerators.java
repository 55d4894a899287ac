package io.distid.entity;

import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import java.util.Map;

/** The generators of an application, open for all tests of this JVM. */
final class TestGenerators {
    static final NamedGenerators ALL = NamedGenerators.of(Map.of(
            "orders", IdGenerators.open("snowflake", Map.of("worker.id", "1")),
            "numbers",
                    IdGenerators.open(
                            "snowflake",
                            Map.of(
                                    "worker.id", "2",
                                    "text", "opaque",
                                    "text-key", "000102030405060708090a0b0c0d0e0f",
                                    "text-prefix", "no_")),
            "documents", IdGenerators.open("uuid-v7")));

    private TestGenerators() {}
}
