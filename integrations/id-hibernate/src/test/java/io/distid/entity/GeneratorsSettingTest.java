package io.distid.entity;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.NamedGenerators;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Persistence;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where Hibernate finds the generators. */
class GeneratorsSettingTest {

    @Test
    void withoutTheSettingNamesAreStrategiesThatAreOpenedOnceAndClosedWithTheFactory() {
        GeneratorsService service;
        IdGenerator generator;
        try (TestFactory factory = TestFactory.of((Object) null, Document.class, Page.class)) {
            Document document = new Document();
            factory.inTransaction(session -> session.persist(document));
            assertThat(document.id.version()).isEqualTo(7);
            service = factory.sessions
                    .unwrap(SessionFactoryImplementor.class)
                    .getServiceRegistry()
                    .requireService(GeneratorsService.class);
            generator = service.get("uuid-v7");
            assertThat(service.get("uuid-v7")).isSameAs(generator);
            assertThat(generator.stats().closed()).isFalse();
        }
        assertThat(generator.stats().closed()).isTrue();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> service.get("uuid-v7"));
    }

    @Test
    void settingReachesFactoriesOfJpa() {
        Map<String, Object> settings = jpa(TestGenerators.ALL);
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("orders", settings);
                EntityManager manager = factory.createEntityManager()) {
            manager.getTransaction().begin();
            PurchaseOrder order = new PurchaseOrder();
            manager.persist(order);
            manager.getTransaction().commit();
            assertThat(order.number).startsWith("no_");
        }
    }

    @Test
    void generatorsThatAreGivenAreLeftOpen() {
        int closed = OwnGenerators.CLOSED.get();
        try (OwnGenerators given = new OwnGenerators()) {
            TestFactory.of((Object) given, Document.class).close();
            assertThat(OwnGenerators.CLOSED).hasValue(closed);
        }
        assertThat(OwnGenerators.CLOSED).hasValue(closed + 1);
    }

    @Test
    void classThatIsNamedIsMadeAndClosedWithTheFactory() {
        int closed = OwnGenerators.CLOSED.get();
        try (TestFactory factory = TestFactory.of(OwnGenerators.class.getName(), Document.class)) {
            Document document = new Document();
            factory.inTransaction(session -> session.persist(document));
            assertThat(document.id.version()).isEqualTo(4);
        }
        assertThat(OwnGenerators.CLOSED).hasValue(closed + 1);
    }

    /** Spring Data builds a factory of its own then, without the setting, to describe the entities. */
    @Test
    void noGeneratorIsLookedForWhileSpringProcessesAheadOfTime() {
        Map<String, Object> settings = new HashMap<>(jpa("unset"));
        settings.remove(GeneratorsContributor.SETTING);
        System.setProperty("spring.aot.processing", "true");
        try {
            Persistence.createEntityManagerFactory("orders", settings).close();
        } finally {
            System.clearProperty("spring.aot.processing");
        }
    }

    /** JPA's bootstrap leaves the registry of services as it is then. */
    @Test
    void whatWasMadeForAFactoryThatCouldNotBeBuiltIsClosed() {
        assertClosedThoughNotBuilt("orders", "there is no generator \"orders\"");
        assertClosedThoughNotBuilt(
                "unnamed-column", "Unnamed.trace, @DistId(\"traces\"): there is no generator \"traces\"");
        assertClosedThoughNotBuilt("unserved", "Unserved.number, @DistId(\"uuid-v7\"): its column is not insertable");
    }

    private static void assertClosedThoughNotBuilt(String unit, String message) {
        int closed = OwnGenerators.CLOSED.get();
        Map<String, Object> settings = jpa(OwnGenerators.class.getName());

        assertThatThrownBy(() -> Persistence.createEntityManagerFactory(unit, settings))
                .hasStackTraceContaining(message);

        assertThat(OwnGenerators.CLOSED).as(unit).hasValue(closed + 1);
    }

    @Test
    void registryWhoseFirstFactoryCouldNotBeBuiltServesTheNext() {
        int closed = OwnGenerators.CLOSED.get();
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySettings(jpa(OwnGenerators.class.getName()))
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", "false")
                .applySetting("hibernate.dialect", "org.hibernate.dialect.MySQLDialect")
                .applySetting("hibernate.hbm2ddl.auto", "create")
                .build();
        try (SessionFactory first = factory(registry, Document.class)) {
            assertThatExceptionOfType(EntityIdException.class)
                    .isThrownBy(() -> factory(registry, PurchaseOrder.class).close());
            assertThat(OwnGenerators.CLOSED).as("the first is open").hasValue(closed);
            first.inTransaction(session -> session.persist(new Document()));
        }
        StandardServiceRegistryBuilder.destroy(registry);
        assertThat(OwnGenerators.CLOSED).hasValue(closed + 1);
    }

    private static SessionFactory factory(StandardServiceRegistry registry, Class<?> entity) {
        return new MetadataSources(registry)
                .addAnnotatedClass(entity)
                .buildMetadata()
                .buildSessionFactory();
    }

    private static Map<String, Object> jpa(Object generators) {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        return Map.of(
                "jakarta.persistence.jdbc.url",
                database.url(),
                "jakarta.persistence.jdbc.user",
                database.user(),
                "jakarta.persistence.jdbc.password",
                database.password(),
                GeneratorsContributor.SETTING,
                generators);
    }

    @Test
    void settingThatIsNoneOfTheseIsRefused() {
        assertRefused("no.such.Generators", "\"no.such.Generators\"");
        assertRefused("java.lang.String", "\"java.lang.String\"");
        assertRefused(7, "an instance of java.lang.Integer");
    }

    private static void assertRefused(Object setting, String shown) {
        Throwable failure =
                catchThrowable(() -> TestFactory.of(setting, Document.class).close());
        while (failure instanceof org.hibernate.HibernateException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertThat(failure)
                .isInstanceOf(ConfigException.class)
                .hasMessage("io.distid.generators is " + shown + ": must be an instance of io.distid.NamedGenerators,"
                        + " or the name of such a class with a public constructor without parameters");
    }

    /** As an application without Spring writes them. */
    public static final class OwnGenerators implements NamedGenerators, AutoCloseable {
        static final AtomicInteger CLOSED = new AtomicInteger();
        private final IdGenerator generator = IdGenerators.open("uuid-v4");

        @Override
        public Optional<IdGenerator> find(String name) {
            return name.equals("uuid-v7") ? Optional.of(generator) : Optional.empty();
        }

        @Override
        public Set<String> names() {
            return Set.of("uuid-v7");
        }

        @Override
        public void close() {
            generator.close();
            CLOSED.incrementAndGet();
        }
    }

    @Entity(name = "Document")
    static class Document {
        @Id
        @DistId("uuid-v7")
        @Nullable
        UUID id;
    }

    @Entity(name = "Page")
    static class Page {
        @Id
        @DistId("uuid-v7")
        @Nullable
        UUID id;
    }

    @Entity(name = "Unnamed")
    static class Unnamed {
        @Id
        @DistId("uuid-v7")
        @Nullable
        UUID id;

        @DistId("traces")
        @Nullable
        UUID trace;
    }

    @Entity(name = "Unserved")
    static class Unserved {
        @Id
        @DistId("uuid-v7")
        @Nullable
        UUID id;

        @DistId("uuid-v7")
        @Column(insertable = false)
        @Nullable
        UUID number;
    }
}
