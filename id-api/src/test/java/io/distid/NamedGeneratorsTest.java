package io.distid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NamedGeneratorsTest {
    private final LongIdGenerator orders = new Sevens();
    private final UuidGenerator requests = new Nils();
    private final NamedGenerators generators = NamedGenerators.of(Map.of("requests", requests, "orders", orders));

    @Test
    void generatorsAreFoundByName() {
        assertThat(generators.find("orders")).containsSame(orders);
        assertThat(generators.get("requests")).isSameAs(requests);
        assertThat(generators.getLong("orders")).isSameAs(orders);
        assertThat(generators.getUuid("requests")).isSameAs(requests);
        assertThat(generators.find("Orders")).isEmpty();
        assertThat(generators.names()).containsExactly("orders", "requests");
    }

    @Test
    void nameThatIsNotThereIsRefusedWithThoseThatAre() {
        assertThatThrownBy(() -> generators.get("order"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("there is no generator \"order\": configured are orders, requests");
        assertThatThrownBy(() -> NamedGenerators.of(Map.of()).get("orders"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("there is no generator \"orders\": none is configured");
    }

    @Test
    void generatorOfTheOtherKindIsRefused() {
        assertThatThrownBy(() -> generators.getUuid("orders"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("generator \"orders\" makes 63-bit ids, not UUIDs");
        assertThatThrownBy(() -> generators.getLong("requests"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("generator \"requests\" makes UUIDs, not 63-bit ids");
    }

    @Test
    void mapIsCopied() {
        Map<String, IdGenerator> given = new HashMap<>(Map.of("orders", orders));
        NamedGenerators found = NamedGenerators.of(given);

        given.put("requests", requests);

        assertThat(found.names()).containsExactly("orders");
        assertThat(found.find("requests")).isEmpty();
    }

    private static IdTraits traits(String strategy) {
        return IdTraits.builder(strategy).bits(63).safety(Safety.RANDOM).build();
    }

    private static final class Sevens implements LongIdGenerator {
        @Override
        public long nextId() {
            return 7;
        }

        @Override
        public IdTraits traits() {
            return NamedGeneratorsTest.traits("sevens");
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    private static final class Nils implements UuidGenerator {
        @Override
        public UUID nextUuid() {
            return new UUID(0, 0);
        }

        @Override
        public IdTraits traits() {
            return NamedGeneratorsTest.traits("nils");
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }
}
