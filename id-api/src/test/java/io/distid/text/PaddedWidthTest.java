package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PaddedWidthTest {
    private static final IdTraits COUNTER = IdTraits.builder("counter").build();
    private static final IdTraits TIMED =
            IdTraits.builder("timed").bits(53).endOfLife(Instant.MAX).build();

    @Test
    void textsHaveTheWidthAndSortAsTheIdsDo() {
        List<String> texts = new ArrayList<>();
        for (long id : new long[] {1, 9, 10, 99_999, 9_999_999_999L}) {
            texts.add(open("padded:10", new Fixed(id, COUNTER)).nextText());
        }
        assertThat(texts)
                .containsExactly("0000000001", "0000000009", "0000000010", "0000099999", "9999999999")
                .isSorted();
        assertThat(LongText.padded(10).decode(texts.get(3))).isEqualTo(99_999);
        assertThat(open("padded:20", new Fixed(Long.MAX_VALUE, COUNTER)).nextText())
                .isEqualTo("09223372036854775807");
    }

    @Test
    void aCountersIdThatIsTooLongIsAnErrorAndNotCut() {
        IdGenerator ids = open("padded:3", new Fixed(1000, COUNTER));
        assertThatThrownBy(ids::nextText)
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("id 1000 has more than 3 decimal digits")
                .hasMessageContaining("greater width");
    }

    /** Beside those of the generator whose ids they are, which knows nothing of it. */
    @Test
    void idThatIsTooLongIsAmongTheFailures() {
        Fixed counter = new Fixed(1000, COUNTER);
        counter.failures = Map.of(IdsExhaustedException.class, 2L, BackendException.class, 1L);
        IdGenerator ids = open("padded:3", counter);
        assertThatThrownBy(ids::nextText).isInstanceOf(IdsExhaustedException.class);
        assertThat(ids.stats().failures())
                .isEqualTo(Map.of(IdsExhaustedException.class, 3L, BackendException.class, 1L));
        assertThat(ids.stats().idsLeft()).as("what else the generator has").hasValue(8);
    }

    @Test
    void aFormatWhoseBitsDoNotFitIsRefusedWhenItIsOpenedAndClosed() {
        Fixed generator = new Fixed(1, TIMED);
        assertThatThrownBy(() -> open("padded:15", generator))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"text\" is \"padded:15\"")
                .hasMessageContaining("at least padded:16")
                .hasMessageContaining("53 bits");
        assertThat(generator.closed).isTrue();
        assertThat(open("padded:16", new Fixed(1, TIMED)).nextText()).isEqualTo("0000000000000001");
    }

    @Test
    void uuidsHaveOneWidth() {
        UuidGenerator uuids = new FixedUuid();
        assertThat(open("padded:39", uuids).nextText()).isEqualTo("0".repeat(38) + "1");
        for (String width : new String[] {"padded:38", "padded:40"}) {
            assertThatThrownBy(() -> open(width, uuids)).hasMessageContaining("padded:39");
        }
    }

    /** A store that refuses a claim, say: a greater width is no help. */
    @Test
    void refusalOfTheGeneratorIsNotTakenForThatOfTheWidth() {
        IllegalArgumentException refused = new IllegalArgumentException("planted");
        LongIdGenerator generator = new LongIdGenerator() {
            @Override
            public long nextId() {
                throw refused;
            }

            @Override
            public IdTraits traits() {
                return COUNTER;
            }

            @Override
            public void close() {}
        };
        assertThatThrownBy(() -> open("padded:5", generator).nextText()).isSameAs(refused);
    }

    /** A clock that is far ahead leaves no day of 8 digits: an error of ids, not one of a generator that is closed; and counted. */
    @Test
    void dayThatHasNoTextIsCounted() {
        InstantSource clock = () -> Instant.parse("+10000-01-01T00:00:00Z");
        List<IdGenerator> generators = List.of(
                new TextLongGenerator(
                        new Fixed(1, COUNTER), TextForm.HEX.longs().dated(clock), false),
                new TextUuidGenerator(new FixedUuid(), TextForm.HEX.uuids().dated(clock), false));
        for (IdGenerator generator : generators) {
            assertThatThrownBy(generator::nextText).isInstanceOf(IdsExhaustedException.class);
            assertThat(generator.stats().failures()).containsEntry(IdsExhaustedException.class, 1L);
        }
    }

    @Test
    void invalidWidthIsRefused() {
        for (String text : new String[] {"padded:", "padded:0", "padded:07", "padded:x", "padded:100", "padded:-1"}) {
            assertThatThrownBy(() -> open(text, new Fixed(1, COUNTER)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("padded:1 to padded:99");
        }
        assertThatThrownBy(() -> open("padded:21", new Fixed(1, COUNTER)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("padded:20");
    }

    private static IdGenerator open(String text, IdGenerator generator) {
        return TextConfig.open(new OneProvider(generator), Map.of("text", text));
    }

    private static final class Fixed implements LongIdGenerator {
        private final long id;
        private final IdTraits traits;
        private Map<Class<? extends IdException>, Long> failures = Map.of();
        private boolean closed;

        Fixed(long id, IdTraits traits) {
            this.id = id;
            this.traits = traits;
        }

        @Override
        public long nextId() {
            return id;
        }

        @Override
        public IdTraits traits() {
            return traits;
        }

        @Override
        public IdStats stats() {
            return IdStats.builder().failures(failures).idsLeft(8).build();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final class FixedUuid implements UuidGenerator {
        @Override
        public UUID nextUuid() {
            return new UUID(0, 1);
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("uuid").bits(128).build();
        }

        @Override
        public void close() {}
    }
}
