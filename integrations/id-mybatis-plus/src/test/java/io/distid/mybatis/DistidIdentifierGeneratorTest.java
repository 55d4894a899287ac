package io.distid.mybatis;

import static io.distid.mybatis.Generators.workerOf;
import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.mybatis.Entities.Big;
import io.distid.mybatis.Entities.BigMapper;
import io.distid.mybatis.Entities.Customer;
import io.distid.mybatis.Entities.CustomerMapper;
import io.distid.mybatis.Entities.Document;
import io.distid.mybatis.Entities.DocumentMapper;
import io.distid.mybatis.Entities.ExpressOrder;
import io.distid.mybatis.Entities.ExpressOrderMapper;
import io.distid.mybatis.Entities.Narrow;
import io.distid.mybatis.Entities.NarrowMapper;
import io.distid.mybatis.Entities.Order;
import io.distid.mybatis.Entities.OrderMapper;
import io.distid.mybatis.Entities.Ticket;
import io.distid.mybatis.Entities.TicketMapper;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.text.TextForm;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DistidIdentifierGeneratorTest {
    private final Generators generators = new Generators();
    private Database database;

    @BeforeEach
    void createTables() throws SQLException {
        database = orSkip(MySqlServer::shared).createDatabase();
        SessionFactories.create(database, Entities.TABLES);
    }

    @AfterEach
    void closeGenerators() {
        generators.close();
    }

    @Test
    void eachEntityHasTheGeneratorThatIsNamedForItOrItsTableElseTheDefault() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Order.class, "orders")
                .table("t_customer", "customers")
                .byDefault("others")
                .build();
        try (SqlSession session = open(names)) {
            Order order = new Order();
            session.getMapper(OrderMapper.class).insert(order);
            Customer customer = new Customer();
            session.getMapper(CustomerMapper.class).insert(customer);
            Ticket ticket = new Ticket();
            session.getMapper(TicketMapper.class).insert(ticket);

            assertThat(workerOf(id(order))).isEqualTo(1);
            assertThat(workerOf(customer.id)).isEqualTo(2);
            assertThat(workerOf(Long.parseLong(Objects.requireNonNull(ticket.id))))
                    .isEqualTo(3);
            assertThat(session.getMapper(OrderMapper.class).selectById(id(order)))
                    .isNotNull();
            assertThat(session.getMapper(CustomerMapper.class).selectById(customer.id))
                    .isNotNull();
            assertThat(session.getMapper(TicketMapper.class).selectById(ticket.id))
                    .isNotNull();
        }
    }

    @Test
    void aSubclassHasTheGeneratorOfTheNearestClassAboveIt() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Order.class, "orders")
                .table("t_express_order", "customers")
                .byDefault("others")
                .build();
        try (SqlSession session = open(names)) {
            ExpressOrder order = new ExpressOrder();
            session.getMapper(ExpressOrderMapper.class).insert(order);
            assertThat(workerOf(id(order))).isEqualTo(1);
        }
    }

    /** MyBatis-Plus asks for no id then: the README tells so, and what does. */
    @Test
    void aRowThatIsAMapKeepsItsZeroUnlessTheInterceptorIsThere() {
        EntityGenerators names = byDefault("others");
        SqlSessionFactory factory = SessionFactories.plus(database, new DistidIdentifierGenerator(names));
        try (SqlSession session = factory.openSession(true)) {
            session.getMapper(OrderMapper.class).insertRow(new HashMap<>(Map.of("id", 0L, "note", "none")));
            assertThat(session.getMapper(OrderMapper.class).selectById(0L)).isNotNull();
        }
        factory.getConfiguration().addInterceptor(new DistidKeyInterceptor(new DistidKeyGenerator(names)));
        try (SqlSession session = factory.openSession(true)) {
            Map<String, Object> row = new HashMap<>(Map.of("id", 0L, "note", "one"));
            session.getMapper(OrderMapper.class).insertRow(row);
            assertThat(workerOf((Long) row.get("id"))).isEqualTo(3);
            assertThat(session.getMapper(OrderMapper.class).selectById((Long) row.get("id")))
                    .isNotNull();
        }
    }

    @Test
    void anIdThatIsSetStays() {
        try (SqlSession session = open(byDefault("others"))) {
            Order order = new Order();
            order.id = 42L;
            Customer customer = new Customer();
            customer.id = 43;
            session.getMapper(OrderMapper.class).insert(order);
            session.getMapper(CustomerMapper.class).insert(customer);
            assertThat(order.id).isEqualTo(42);
            assertThat(customer.id).isEqualTo(43);
        }
    }

    @Test
    void entitiesOfABatchHaveIncreasingIdsInTheirOrder() {
        try (SqlSession session = open(byDefault("others"))) {
            List<Order> orders = Stream.generate(Order::new).limit(200).toList();
            session.getMapper(OrderMapper.class).insert(orders, 50);
            assertThat(orders.stream().map(DistidIdentifierGeneratorTest::id))
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(session.getMapper(OrderMapper.class).selectCount(null)).isEqualTo(200);
        }
    }

    @Test
    void aGreaterTypeHoldsAnId() {
        try (SqlSession session = open(byDefault("others"))) {
            Big big = new Big();
            session.getMapper(BigMapper.class).insert(big);
            assertThat(workerOf(Objects.requireNonNull(big.id).longValueExact()))
                    .isEqualTo(3);
        }
    }

    @Test
    void uuidsAreWrittenAsMyBatisPlusHasThem() {
        try (SqlSession session = open(byDefault("documents"))) {
            Document document = new Document();
            session.getMapper(DocumentMapper.class).insert(document);
            assertThat(document.id).matches("[0-9a-f]{12}7[0-9a-f]{19}");
        }
    }

    @Test
    void uuidsAreWrittenInTheFormThatIsAskedFor() {
        DistidIdentifierGenerator identifiers =
                new DistidIdentifierGenerator(byDefault("documents"), TextForm.CANONICAL);
        try (SqlSession session = SessionFactories.plus(database, identifiers).openSession()) {
            Document document = new Document();
            session.getMapper(DocumentMapper.class).insert(document);
            assertThat(UUID.fromString(document.id).version()).isEqualTo(7);
        }
    }

    @Test
    void anEntityWithoutAGeneratorIsNotInserted() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Customer.class, "customers")
                .build();
        try (SqlSession session = open(names)) {
            assertThatThrownBy(() -> session.getMapper(OrderMapper.class).insert(new Order()))
                    .hasRootCauseInstanceOf(ConfigException.class)
                    .hasMessageContaining("no generator is named for " + Order.class.getName() + " (table t_order)")
                    .hasMessageContaining("configured are customers, documents, orders, others");
            assertThat(session.getMapper(OrderMapper.class).selectCount(null)).isZero();
        }
    }

    @Test
    void aGeneratorThatDoesNotFitTheFieldIsRefused() {
        try (SqlSession session = open(byDefault("others"))) {
            assertThatThrownBy(() -> session.getMapper(NarrowMapper.class).insert(new Narrow()))
                    .hasRootCauseInstanceOf(ConfigException.class)
                    .hasMessageContaining(
                            "Narrow.id has type Integer, into which an id of generator \"others\" does not fit");
            assertThatThrownBy(() -> session.getMapper(DocumentMapper.class).insert(new Document()))
                    .hasMessageContaining("generator \"others\" makes 63-bit ids, not UUIDs");
        }
        try (SqlSession session = open(byDefault("documents"))) {
            assertThatThrownBy(() -> session.getMapper(OrderMapper.class).insert(new Order()))
                    .hasMessageContaining("generator \"documents\" makes UUIDs, not 63-bit ids");
        }
    }

    @Test
    void aGeneratorThatFailsFailsTheTransaction() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Customer.class, "customers")
                .byDefault("others")
                .build();
        SqlSessionFactory factory = SessionFactories.plus(database, new DistidIdentifierGenerator(names));
        Order order = new Order();
        try (SqlSession session = factory.openSession()) {
            session.getMapper(OrderMapper.class).insert(order);
            generators.get("customers").close();
            assertThatThrownBy(() -> session.getMapper(CustomerMapper.class).insert(new Customer()))
                    .hasMessageContaining("closed");
            session.rollback();
        }
        try (SqlSession session = factory.openSession()) {
            assertThat(session.getMapper(OrderMapper.class).selectById(id(order)))
                    .isNull();
        }
    }

    @Test
    void withoutAnEntityTheDefaultIsDrawnFrom() {
        DistidIdentifierGenerator identifiers = new DistidIdentifierGenerator(byDefault("orders"));
        assertThat(workerOf(identifiers.nextId(null))).isEqualTo(1);
    }

    private EntityGenerators byDefault(String name) {
        return EntityGenerators.builder(generators.named()).byDefault(name).build();
    }

    /** Rolled back when it is closed, as it commits nothing. */
    private SqlSession open(EntityGenerators names) {
        return SessionFactories.plus(database, new DistidIdentifierGenerator(names))
                .openSession();
    }

    private static long id(Order order) {
        return Objects.requireNonNull(order.id);
    }
}
