package io.distid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.ServiceFiles;
import io.distid.spi.StubProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdGeneratorsTest {
    private static final List<String> OPENED = new ArrayList<>();

    @TempDir
    Path directory;

    private ServiceFiles classPath;

    @BeforeEach
    void start() throws IOException {
        classPath = new ServiceFiles(directory)
                .with(IdGeneratorProvider.class, Sevens.class.getName(), Nils.class.getName());
        OPENED.clear();
    }

    @AfterEach
    void end() throws IOException {
        classPath.close();
    }

    @Test
    void strategyIsOpenedByNameWithItsSettings() {
        try (LongIdGenerator generator = IdGenerators.openLong("sevens", Map.of("start", "14"))) {
            assertThat(generator.nextId()).isEqualTo(21);
            assertThat(generator.nextText()).isEqualTo("28");
        }
        try (UuidGenerator generator = IdGenerators.openUuid("nils", Map.of())) {
            assertThat(generator.nextUuid()).isEqualTo(new UUID(0, 0));
            assertThat(generator.nextText()).isEqualTo("00000000-0000-0000-0000-000000000000");
        }
        try (IdGenerator generator = IdGenerators.open("sevens")) {
            assertThat(generator.nextText()).isEqualTo("7");
        }
        assertThat(IdGenerators.providers()).extracting(Provider::name).contains("nils", "sevens");
    }

    @Test
    void wrongKindIsRefusedAndNotEvenOpened() {
        assertThatThrownBy(() -> IdGenerators.openUuid("sevens", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("strategy sevens makes 63-bit ids, not UUIDs: open it with openLong");
        assertThatThrownBy(() -> IdGenerators.openLong("nils", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("strategy nils makes UUIDs, not 63-bit ids: open it with openUuid");
        assertThat(OPENED).isEmpty();
        assertThatThrownBy(() -> IdGenerators.openUuid("sevens")).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> IdGenerators.openLong("nils")).isInstanceOf(ConfigException.class);
    }

    @Test
    void everyStrategyHasTheKeysOfTexts() {
        try (LongIdGenerator generator = IdGenerators.openLong("sevens", Map.of("text", "hex", "text-prefix", "o_"))) {
            assertThat(generator.nextText()).isEqualTo("o_0000000000000007");
            assertThat(generator.nextId()).isEqualTo(14);
        }
        assertThat(IdGenerators.keys(new Sevens()))
                .extracting(ConfigKey::name)
                .containsExactly("start", "text", "text-prefix", "text-date", "text-key", "text-keys");
    }

    @Test
    void decoratedGeneratorUnwrapsAndHasTheStatsOfTheInnerOne() {
        try (LongIdGenerator plain = IdGenerators.openLong("sevens");
                LongIdGenerator decorated = IdGenerators.openLong("sevens", Map.of("text", "hex"))) {
            assertThat(decorated.getClass()).isNotEqualTo(plain.getClass());
            assertThat(decorated.unwrap(plain.getClass()))
                    .isNotSameAs(decorated)
                    .isInstanceOf(plain.getClass());
            assertThat(decorated.stats().idsLeft()).hasValue(5);
            assertThatThrownBy(() -> decorated.unwrap(UuidGenerator.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not of type io.distid.UuidGenerator");
        }
    }

    @Test
    void unknownStrategyAndKeyAreRefused() {
        assertThatThrownBy(() -> IdGenerators.open("eights"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown strategy \"eights\"")
                .hasMessageContaining("nils")
                .hasMessageContaining("sevens");
        assertThatThrownBy(() -> IdGenerators.open("sevens", Map.of("strat", "1")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("sevens: unknown key \"strat\": allowed are start, text, text-prefix, text-date");
    }

    @Test
    void batchesFillTheirRangeAndCheckIt() {
        try (LongIdGenerator longs = IdGenerators.openLong("sevens", Map.of());
                UuidGenerator uuids = IdGenerators.openUuid("nils", Map.of())) {
            long[] ids = new long[4];
            longs.nextIds(ids, 1, 3);
            assertThat(ids).containsExactly(0, 7, 14, 0);
            assertThatThrownBy(() -> longs.nextIds(ids, 3, 5)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> uuids.nextUuids(ids, 3, 5)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> uuids.nextUuids(ids, 0, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a UUID takes two longs: to - from must be even, but is 3 - 0 = 3");
        }
    }

    private abstract static class Stub extends StubProvider implements IdGeneratorProvider {
        Stub(String name) {
            super(name, ConfigKey.integer("start", 0, 1000, 0L, "where to begin"));
        }

        IdTraits traits(int bits) {
            return IdTraits.builder(name()).bits(bits).safety(Safety.RANDOM).build();
        }
    }

    /** Counts by seven. */
    public static final class Sevens extends Stub {
        /** For ServiceLoader. */
        public Sevens() {
            super("sevens");
        }

        @Override
        public IdKind kind() {
            return IdKind.LONG;
        }

        @Override
        public IdGenerator open(IdConfig config) {
            OPENED.add("sevens");
            long start = config.integer("start");
            return new LongIdGenerator() {
                private long last = start;

                @Override
                public long nextId() {
                    last += 7;
                    return last;
                }

                @Override
                public IdTraits traits() {
                    return Sevens.this.traits(63);
                }

                @Override
                public IdStats stats() {
                    return IdStats.builder().idsLeft(5).build();
                }

                @Override
                public void close() {
                    // Holds nothing.
                }
            };
        }
    }

    /** Always the nil UUID. */
    public static final class Nils extends Stub {
        /** For ServiceLoader. */
        public Nils() {
            super("nils");
        }

        @Override
        public IdKind kind() {
            return IdKind.UUID;
        }

        @Override
        public IdGenerator open(IdConfig config) {
            OPENED.add("nils");
            return new UuidGenerator() {
                @Override
                public UUID nextUuid() {
                    return new UUID(0, 0);
                }

                @Override
                public IdTraits traits() {
                    return Nils.this.traits(128);
                }

                @Override
                public void close() {
                    // Holds nothing.
                }
            };
        }
    }
}
