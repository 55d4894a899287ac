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
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdGeneratorsTest {
    private static final List<String> CLOSED = new ArrayList<>();

    @TempDir
    Path directory;

    private ServiceFiles classPath;

    @BeforeEach
    void start() throws IOException {
        classPath = new ServiceFiles(directory)
                .with(IdGeneratorProvider.class, Sevens.class.getName(), Nils.class.getName());
        CLOSED.clear();
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
    void wrongKindIsRefusedAndLeavesNothingOpen() {
        assertThatThrownBy(() -> IdGenerators.openUuid("sevens", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("strategy sevens makes 63-bit ids, not UUIDs: open it with openLong");
        assertThatThrownBy(() -> IdGenerators.openLong("nils", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("strategy nils makes UUIDs, not 63-bit ids: open it with openUuid");
        assertThat(CLOSED).containsExactly("sevens", "nils");
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
                .hasMessage("sevens: unknown key \"strat\": allowed are start");
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
            OptionalLong uncapped = OptionalLong.empty();
            return new IdTraits(
                    name(), bits, Ordering.NONE, false, Coordination.NONE, Safety.RANDOM, uncapped, null, List.of());
        }
    }

    /** Counts by seven. */
    public static final class Sevens extends Stub {
        /** For ServiceLoader. */
        public Sevens() {
            super("sevens");
        }

        @Override
        public IdGenerator open(IdConfig config) {
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
                public void close() {
                    CLOSED.add("sevens");
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
        public IdGenerator open(IdConfig config) {
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
                    CLOSED.add("nils");
                }
            };
        }
    }
}
