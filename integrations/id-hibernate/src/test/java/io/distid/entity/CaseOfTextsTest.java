package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.Safety;
import io.distid.testkit.CapturedLog;
import io.distid.text.TextForm;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Texts that differ in case alone, in columns of MySQL. */
class CaseOfTextsTest {
    private static final int IDS = 200;

    private final CapturedLog log = new CapturedLog(HibernateIdGenerator.class);

    @AfterEach
    void stop() {
        log.close();
    }

    @Test
    void columnThatMayBeComparedWithoutCaseIsWarnedOf() {
        TestFactory.of(counter(), Loose.class).close();
        assertThat(log.lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .contains("Loose.id: texts of the form base62 differ in case, and column id")
                        .contains("ascii_bin"));
    }

    /** The generator's own form counts where the annotation names none, and not where it names another. */
    @Test
    void formThatTheGeneratorWasOpenedWithIsWarnedOf() {
        try (IdGenerator generator = IdGenerators.open("snowflake", Map.of("worker.id", "5", "text", "base62"))) {
            NamedGenerators generators = NamedGenerators.of(Map.of("counter", generator));
            TestFactory.of(generators, AsTheGeneratorWrites.class).close();
            assertThat(log.lines())
                    .isNotEmpty()
                    .allSatisfy(
                            line -> assertThat(line)
                                    .contains(
                                            "AsTheGeneratorWrites.id: texts that generator \"counter\" was opened to write differ in case, and column id"));
            int warnings = log.lines().size();
            TestFactory.of(generators, OneCase.class).close();
            assertThat(log.lines()).hasSize(warnings);
        }
    }

    @Test
    void generatorThatWritesOneCaseIsNotWarnedOf() {
        TestFactory.of(counter(), AsTheGeneratorWrites.class).close();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void columnThatIsComparedByteByByteKeepsDenseIdsApart() {
        try (TestFactory factory = TestFactory.of(counter(), Exact.class)) {
            factory.inTransaction(session -> {
                for (int i = 0; i < IDS; i++) {
                    session.persist(new Exact());
                }
            });
            assertThat(factory.query("SELECT COUNT(*) FROM Exact")).containsExactly(String.valueOf(IDS));
            // The 10th and the 36th.
            assertThat(factory.query("SELECT id FROM Exact WHERE id IN ('0000000000A', '0000000000a')"))
                    .containsExactlyInAnyOrder("0000000000A", "0000000000a");
            assertThat(factory.query("SELECT id FROM Exact WHERE id = '0000000000a'"))
                    .containsExactly("0000000000a");
        }
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void formWithOneCaseIsNotWarnedOf() {
        TestFactory.of(counter(), OneCase.class).close();
        assertThat(log.lines()).isEmpty();
    }

    /** Dense, as those of counters and segments are. */
    private static NamedGenerators counter() {
        AtomicLong last = new AtomicLong();
        return NamedGenerators.of(Map.of("counter", new LongIdGenerator() {
            @Override
            public long nextId() {
                return last.incrementAndGet();
            }

            @Override
            public IdTraits traits() {
                return IdTraits.builder("counter").safety(Safety.STORED).build();
            }

            @Override
            public void close() {}
        }));
    }

    @Entity(name = "Loose")
    static class Loose {
        @Id
        @DistId(value = "counter", text = TextForm.BASE62)
        @Column(length = 11)
        @Nullable
        String id;
    }

    @Entity(name = "AsTheGeneratorWrites")
    static class AsTheGeneratorWrites {
        @Id
        @DistId("counter")
        @Column(length = 20)
        @Nullable
        String id;
    }

    @Entity(name = "Exact")
    static class Exact {
        @Id
        @DistId(value = "counter", text = TextForm.BASE62)
        @Column(columnDefinition = "VARCHAR(11) CHARACTER SET ascii COLLATE ascii_bin")
        @Nullable
        String id;
    }

    @Entity(name = "OneCase")
    static class OneCase {
        @Id
        @DistId(value = "counter", text = TextForm.BASE36)
        @Column(length = 13)
        @Nullable
        String id;
    }
}
