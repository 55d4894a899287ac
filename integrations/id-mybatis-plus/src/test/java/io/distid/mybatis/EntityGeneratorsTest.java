package io.distid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ConfigException;
import io.distid.mybatis.Entities.Order;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
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
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> builder.table("T_ORDER", "others"))
                .withMessageContaining("the generator of table T_ORDER is \"orders\" already");
    }

    @Test
    void onlyAnIdThatIsZeroIsTakenForNone() {
        DistidIdentifierGenerator identifiers =
                new DistidIdentifierGenerator(builder.byDefault("others").build());
        for (Number zero : List.of(0, 0L, BigInteger.ZERO, new BigDecimal("0.00"))) {
            assertThat(identifiers.assignId(zero)).as("%s", zero).isTrue();
        }
        // The lowest 64 bits of the first, and the integer part of the second, are 0.
        for (Number set : List.of(BigInteger.ONE.shiftLeft(64), new BigDecimal("0.5"), Long.MIN_VALUE, -1)) {
            assertThat(identifiers.assignId(set)).as("%s", set).isFalse();
        }
    }
}
