package io.distid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import io.distid.testkit.CapturedLog;
import io.distid.testservers.Database;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdentifierWiringTest {
    /** Never connected to. */
    private static final Database DATABASE = new Database("shop", "jdbc:mysql://localhost/shop", "nobody", "");

    private final Generators generators = new Generators();
    private final DistidIdentifierGenerator identifiers = new DistidIdentifierGenerator(
            EntityGenerators.builder(generators.named()).byDefault("others").build());
    private final CapturedLog log = new CapturedLog(IdentifierWiring.class);

    @AfterEach
    void stopListening() {
        log.close();
        generators.close();
    }

    @Test
    void aSessionFactoryThatUsesTheGeneratorIsPassedOver() {
        SqlSessionFactory factory = SessionFactories.plus(DATABASE, identifiers);
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isTrue();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aSessionFactoryThatDrawsIdsOfMyBatisPlusIsNamed() {
        SqlSessionFactory factory = SessionFactories.plus(DATABASE, null);
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isFalse();
        assertThat(log.lines())
                .containsExactly(
                        "WARNING The session factory of environment \"shop\" takes no ids from distid: its identifier"
                                + " generator is a com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator."
                                + " Give its GlobalConfig the generator, by setIdentifierGenerator, before the session factory is built.");
    }

    @Test
    void aSessionFactoryWithoutAnyGeneratorIsNamed() {
        SqlSessionFactory factory = new DefaultSqlSessionFactory(new MybatisConfiguration());
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isFalse();
        assertThat(log.lines()).singleElement().asString().contains("its identifier generator is not set");
    }

    @Test
    void aSessionFactoryOfMyBatisWithoutPlusIsPassedOver() {
        SqlSessionFactory factory = new DefaultSqlSessionFactory(new Configuration());
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isTrue();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aTableThatNoEntityHasIsNamedAndCaseDoesNotCount() {
        DistidIdentifierGenerator misspelled =
                new DistidIdentifierGenerator(EntityGenerators.builder(generators.named())
                        .table("T_ORDER", "orders")
                        .table("TCUSTOMER", "customers")
                        .byDefault("others")
                        .build());
        SessionFactories.plus(DATABASE, misspelled);
        assertThat(IdentifierWiring.warnOfUnknownTables(misspelled)).isFalse();
        assertThat(log.lines())
                .containsExactly(
                        "WARNING Generators are named for tables that no entity of MyBatis-Plus has, and are not"
                                + " used for these: TCUSTOMER. Write a table as MyBatis-Plus does; it knows t_big, t_customer,"
                                + " t_document, t_express_order, t_narrow, t_order, t_ticket.");
        assertThat(misspelled.nextId(new Entities.Order()) >> 12 & 1023).isEqualTo(1);
    }

    @Test
    void tablesThatEntitiesHaveAreNotWarnedOf() {
        DistidIdentifierGenerator spelled = new DistidIdentifierGenerator(EntityGenerators.builder(generators.named())
                .table("t_order", "orders")
                .byDefault("others")
                .build());
        SessionFactories.plus(DATABASE, spelled);
        assertThat(IdentifierWiring.warnOfUnknownTables(spelled)).isTrue();
        assertThat(log.lines()).isEmpty();
    }
}
