package io.distid.springdata;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import io.distid.springdata.Entities.Audited;
import io.distid.springdata.Entities.Child;
import io.distid.springdata.Entities.Chosen;
import io.distid.springdata.Entities.Failing;
import io.distid.springdata.Entities.Fixed;
import io.distid.springdata.Entities.NotStored;
import io.distid.springdata.Entities.Numbered;
import io.distid.springdata.Entities.Plain;
import io.distid.springdata.Entities.Primitive;
import io.distid.springdata.Entities.Root;
import io.distid.springdata.Entities.Unknown;
import io.distid.springdata.Entities.Versioned;
import io.distid.springdata.Entities.WithoutId;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcAuditing;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcIdCallbackTest {
    private static Generators generators;
    private static AnnotationConfigApplicationContext context;
    private static JdbcAggregateTemplate jdbc;

    @Configuration
    @EnableJdbcAuditing
    static class Application extends AbstractJdbcConfiguration {
        @Bean
        NamedParameterJdbcOperations operations(DataSource dataSource) {
            return new NamedParameterJdbcTemplate(dataSource);
        }

        @Bean
        PlatformTransactionManager transactions(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }

        @Bean
        static JdbcIdCallback idCallback(NamedGenerators generators, RelationalMappingContext mapping) {
            return new JdbcIdCallback(generators, mapping);
        }
    }

    @BeforeAll
    static void startApplication() throws Exception {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : Entities.TABLES) {
                statement.execute(table);
            }
        }
        generators = new Generators();
        context = new AnnotationConfigApplicationContext();
        context.registerBean(NamedGenerators.class, () -> generators);
        context.registerBean(
                DataSource.class,
                () -> new DriverManagerDataSource(database.url(), database.user(), database.password()));
        context.register(Application.class);
        context.refresh();
        jdbc = context.getBean(JdbcAggregateTemplate.class);
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
        Plain saved = jdbc.save(new Plain());

        assertThat(Generators.isOrders(id(saved.id))).isTrue();
        assertThat(saved.code).hasSize(26);
        assertThat(jdbc.findById(id(saved.id), Plain.class))
                .usingRecursiveComparison()
                .isEqualTo(saved);
    }

    @Test
    void aRecordIsCopied() {
        Fixed saved = jdbc.save(new Fixed(null, "first"));

        assertThat(Generators.isOrders(id(saved.id()))).isTrue();
        assertThat(jdbc.findById(id(saved.id()), Fixed.class)).isEqualTo(saved);
    }

    @Test
    void zeroIsNoId() {
        Primitive saved = jdbc.save(new Primitive());
        assertThat(Generators.isOrders(saved.id)).isTrue();
        assertThat(jdbc.findById(saved.id, Primitive.class)).isNotNull();
    }

    @Test
    void anIdThatIsSetStays() {
        Fixed inserted = jdbc.insert(new Fixed(42L, "first"));
        assertThat(inserted.id()).isEqualTo(42);
        assertThat(jdbc.findById(42L, Fixed.class)).isEqualTo(inserted);
    }

    @Test
    void anUpdateFillsNothing() {
        Plain saved = jdbc.save(new Plain());
        saved.code = null;
        saved.note = "changed";
        jdbc.save(saved);

        Plain found = Objects.requireNonNull(jdbc.findById(id(saved.id), Plain.class));
        assertThat(found.note).isEqualTo("changed");
        assertThat(found.code).isNull();
    }

    @Test
    void entitiesOfABatchHaveIncreasingIds() {
        List<Fixed> saved = jdbc.saveAll(IntStream.range(0, 100)
                .mapToObj(i -> new Fixed(null, "batch " + i))
                .toList());
        assertThat(saved).hasSize(100).extracting(Fixed::id).isSorted().doesNotHaveDuplicates();
        assertThat(jdbc.findAllById(saved.stream().map(Fixed::id).toList(), Fixed.class))
                .hasSize(100);
    }

    @Test
    void aPersistableThatSaysItIsNewIsFilledAndInserted() {
        Chosen saved = jdbc.save(new Chosen());
        assertThat(Generators.isOrders(id(saved.id))).isTrue();
        assertThat(jdbc.findById(id(saved.id), Chosen.class)).isNotNull();

        Chosen own = new Chosen();
        own.id = 43L;
        assertThat(jdbc.save(own).id).isEqualTo(43);
    }

    @Test
    void aPersistableThatSaysItIsNotNewIsNotFilled() {
        Chosen known = new Chosen();
        known.isNew = false;
        try {
            jdbc.save(known);
        } catch (RuntimeException e) {
            // Spring Data's own words on an update without an id.
        }
        assertThat(known.id).isNull();
    }

    @Test
    void aVersionedEntityIsInsertedOnce() {
        Versioned saved = jdbc.save(new Versioned());
        assertThat(saved.version).isZero();
        long id = id(saved.id);
        Versioned again = jdbc.save(saved);
        assertThat(again.id).isEqualTo(id);
        assertThat(again.version).isEqualTo(1);
    }

    @Test
    void auditingSeesThatTheEntityIsNew() {
        Audited saved = jdbc.save(new Audited());
        assertThat(saved.id).isNotNull();
        assertThat(saved.created).isNotNull();
    }

    /** A limit, which the README tells: Spring Data calls back for roots only. */
    @Test
    void entitiesBelowTheRootAreNotFilled() {
        Root root = new Root();
        root.child.add(new Child());
        Root saved = jdbc.save(root);
        assertThat(saved.id).isNotNull();
        assertThat(Objects.requireNonNull(jdbc.findById(id(saved.id), Root.class)).child)
                .singleElement()
                .extracting(child -> child.code)
                .isNull();
    }

    /** A limit, which the README tells. */
    @Test
    void anEntityWhoseIdIsSetIsNotNewToSpringData() {
        Plain own = new Plain();
        own.id = 45L;
        assertThat(jdbc.insert(own).code).isNull();
    }

    /** Each such row would have the same 0. */
    @Test
    void aPrimitiveThatNothingFillsIsRefusedAt0() {
        Numbered own = new Numbered();
        own.id = 46L;
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> jdbc.insert(own))
                .withMessage(Numbered.class.getName()
                        + ".number, @DistId(\"orders\"): it is 0, and the entity is not new to Spring Data, so that nothing"
                        + " fills it: set it before, or say by Persistable that the entity is new");
        assertThat(jdbc.findById(46L, Numbered.class)).isNull();

        own.number = 7;
        jdbc.insert(own);
        Numbered found = Objects.requireNonNull(jdbc.findById(46L, Numbered.class));
        assertThat(jdbc.save(found).number).isEqualTo(7);
    }

    /** So @DistId in an entity without an id is nested for sure, and not filled. */
    @Test
    void anEntityWithoutAnIdIsNoRoot() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> jdbc.insert(new WithoutId()))
                .withMessageContaining("identifier must not be null");
    }

    /** The README tells: the object has kept its id, and so is not new any more. */
    @Test
    void afterAnInsertThatFailedTheSameObjectIsInsertedByInsertOnly() {
        Plain failed = new Plain();
        failed.note = "too long for its column, as each insert may be that fails";
        assertThatThrownBy(() -> jdbc.save(failed))
                .hasStackTraceContaining(DataIntegrityViolationException.class.getName());
        assertThat(failed.id).isNotNull();

        failed.note = "shorter";
        jdbc.save(failed);
        assertThat(jdbc.findById(id(failed.id), Plain.class)).isNull();
        jdbc.insert(failed);
        assertThat(jdbc.findById(id(failed.id), Plain.class)).isNotNull();
    }

    @Test
    void aGeneratorThatIsNotThereIsNamedWithTheField() {
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> jdbc.save(new Unknown()))
                .withMessageContaining(
                        Unknown.class.getName() + ".id, @DistId(\"oders\"): there is no generator \"oders\"");
    }

    @Test
    void aGeneratorThatFailsFailsTheTransaction() {
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> transaction.executeWithoutResult(status -> {
                    jdbc.insert(new Fixed(44L, "before"));
                    jdbc.save(new Failing());
                }))
                .withMessageContaining(Failing.class.getName() + ".id")
                .withMessageContaining("closed");
        assertThat(jdbc.findById(44L, Fixed.class)).isNull();
    }

    @Test
    void aFieldThatIsNotStoredIsRefused() {
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> jdbc.save(new NotStored()))
                .withMessageContaining("NotStored.code, @DistId(\"orders\"): it is not stored");
    }

    @Test
    void entitiesWithoutTheAnnotationAreTheSameAfterwards() {
        JdbcIdCallback callback = context.getBean(JdbcIdCallback.class);
        Stream.of("a text", new Object())
                .forEach(other -> assertThat(callback.onBeforeConvert(other)).isSameAs(other));
    }

    private static long id(@org.jspecify.annotations.Nullable Long id) {
        return Objects.requireNonNull(id);
    }
}
