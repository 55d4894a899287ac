package io.distid.springdata;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.asyncer.r2dbc.mysql.MySqlConnectionConfiguration;
import io.asyncer.r2dbc.mysql.MySqlConnectionFactory;
import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import io.distid.springdata.Entities.Fixed;
import io.distid.springdata.Entities.Numbered;
import io.distid.springdata.Entities.Plain;
import io.distid.springdata.Entities.Unknown;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.r2dbc.spi.ConnectionFactory;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.r2dbc.config.AbstractR2dbcConfiguration;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.query.Criteria;
import org.springframework.data.relational.core.query.Query;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class R2dbcIdCallbackTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static Generators generators;
    private static Database database;
    private static AnnotationConfigApplicationContext context;
    private static R2dbcEntityTemplate template;

    @Configuration
    static class Application extends AbstractR2dbcConfiguration {
        @Override
        @Bean
        public ConnectionFactory connectionFactory() {
            MySqlServer server = MySqlServer.shared();
            return MySqlConnectionFactory.from(MySqlConnectionConfiguration.builder()
                    .host(server.host())
                    .port(server.port())
                    .database(database.name())
                    .user(database.user())
                    .password(database.password())
                    .build());
        }

        @Bean
        static R2dbcIdCallback idCallback(NamedGenerators generators, RelationalMappingContext mapping) {
            return new R2dbcIdCallback(generators, mapping);
        }
    }

    @BeforeAll
    static void startApplication() throws Exception {
        database = orSkip(MySqlServer::shared).createDatabase();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : Entities.TABLES) {
                statement.execute(table);
            }
        }
        generators = new Generators();
        context = new AnnotationConfigApplicationContext();
        context.registerBean(NamedGenerators.class, () -> generators);
        context.register(Application.class);
        context.refresh();
        template = context.getBean(R2dbcEntityTemplate.class);
    }

    @AfterAll
    static void stopApplication() {
        if (context != null) {
            context.close();
            generators.close();
        }
    }

    @Test
    void anInsertedEntityHasItsIdAndItsOtherColumnsOfTheNamedGenerators() {
        Plain saved = block(template.insert(new Plain()));

        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id))).isTrue();
        assertThat(saved.code).hasSize(26);
        assertThat(block(template.selectOne(byId(saved.id), Plain.class)))
                .usingRecursiveComparison()
                .isEqualTo(saved);
    }

    @Test
    void aRecordIsCopiedAndAnIdThatIsSetStays() {
        Fixed saved = block(template.insert(new Fixed(null, "first")));
        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id()))).isTrue();
        assertThat(block(template.insert(new Fixed(42L, "second"))).id()).isEqualTo(42);
        assertThat(block(template.selectOne(byId(saved.id()), Fixed.class))).isEqualTo(saved);
    }

    @Test
    void anUpdateFillsNothing() {
        Plain saved = block(template.insert(new Plain()));
        saved.code = null;
        saved.note = "changed";
        block(template.update(saved));

        Plain found = block(template.selectOne(byId(Objects.requireNonNull(saved.id)), Plain.class));
        assertThat(found.note).isEqualTo("changed");
        assertThat(found.code).isNull();
    }

    @Test
    void aPrimitiveThatNothingFillsIsRefusedAt0() {
        Numbered own = new Numbered();
        own.id = 46L;
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> block(template.insert(own)))
                .withMessageContaining("Numbered.number, @DistId(\"orders\"): it is 0, and the entity is not new");
        own.number = 7;
        assertThat(block(template.insert(own)).number).isEqualTo(7);
    }

    /** The README tells. */
    @Test
    void anUpdateOfARowThatIsNotThereIsNotReported() {
        Plain failed = new Plain();
        failed.id = 47L;
        block(template.update(failed));
        assertThat(template.selectOne(byId(47), Plain.class).block(PATIENCE)).isNull();
    }

    @Test
    void idsAreDrawnOnThreadsThatMayWait() {
        generators.threads.clear();
        block(Flux.range(0, 20)
                .flatMap(i -> template.insert(new Fixed(null, "batch " + i)))
                .collectList());
        assertThat(generators.threads).hasSize(20).allMatch(name -> name.startsWith("boundedElastic"));
    }

    @Test
    void aGeneratorThatIsNotThereIsNamedWithTheField() {
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> block(template.insert(new Unknown())))
                .withMessageContaining(
                        Unknown.class.getName() + ".id, @DistId(\"oders\"): there is no generator \"oders\"");
        assertThat(block(template.select(Unknown.class).all().collectList())).isEqualTo(List.of());
    }

    private static Query byId(long id) {
        return Query.query(Criteria.where("id").is(id));
    }

    private static <T> T block(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(PATIENCE));
    }
}
