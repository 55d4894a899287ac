package io.distid.mybatis;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ConfigException;
import io.distid.mybatis.Entities.Order;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntityGeneratorsTest {
    private final Generators generators = new Generators();
    private final EntityGenerators.Builder builder = EntityGenerators.builder(generators.named());

    @AfterEach
    void closeGenerators() {
        generators.close();
    }

    @Test
    void aNameThatNoGeneratorHasIsRefusedAtStart() {
        String message = "there is no generator \"oders\": configured are customers, documents, orders, others";
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.entity(Order.class, "oders"))
                .withMessage(message);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.table("t_order", "oders"))
                .withMessage(message);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.byDefault("oders"))
                .withMessage(message);
    }

    @Test
    void anEntityAndATableHaveOneGenerator() {
        builder.entity(Order.class, "orders").entity(Order.class, "orders").table("t_order", "orders");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.entity(Order.class, "others"))
                .withMessage("the generator of " + Order.class.getName()
                        + " is \"orders\" already: it cannot be \"others\" as well");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.table("t_order", "others"))
                .withMessageContaining("the generator of table t_order is \"orders\" already");
    }
}
