package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.persistence.PersistenceException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class InsertTest {
    private static TestFactory factory;

    @BeforeAll
    static void open() {
        factory = TestFactory.of(PurchaseOrder.class, CountedOrder.class);
    }

    @AfterAll
    static void close() {
        factory.close();
    }

    @Test
    void persistFillsTheIdAtOnceAndPlainColumnsByTheFlush() {
        PurchaseOrder order = new PurchaseOrder();
        factory.inTransaction(session -> {
            session.persist(order);
            assertThat(order.id).isPositive();
        });
        PurchaseOrder stored = factory.fromTransaction(session -> session.find(PurchaseOrder.class, order.id));
        assertThat(stored.batch).isEqualTo(order.batch).isPositive().isNotEqualTo(order.id);
        assertThat(stored.number).isEqualTo(order.number).matches("no_[0-9a-z]{26}");
        assertThat(stored.trace).isEqualTo(order.trace);
        assertThat(stored.trace.version()).isEqualTo(7);
    }

    @Test
    void insertsAreBatched() {
        List<PurchaseOrder> orders =
                Stream.generate(PurchaseOrder::new).limit(500).toList();
        assertThat(statementsToInsert(orders))
                .as("500 inserts in batches of 50")
                .isEqualTo(10);
        assertThat(orders).extracting(order -> order.id).doesNotHaveDuplicates();
    }

    @Test
    void identityColumnWouldCostAStatementForEachRow() {
        assertThat(statementsToInsert(
                        Stream.generate(CountedOrder::new).limit(100).toList()))
                .isEqualTo(100);
    }

    @Test
    void mergeOfANewEntityDrawsAnId() {
        PurchaseOrder given = new PurchaseOrder();
        given.note = "merged";
        PurchaseOrder merged = factory.fromTransaction(session -> session.merge(given));
        assertThat(merged.id).isPositive();
        assertThat(given.id).isNull();
        assertThat(merged.trace).isNotNull();
        assertThat(factory.query("SELECT note FROM PurchaseOrder WHERE id = " + merged.id))
                .containsExactly("merged");
    }

    @Test
    void mergeOfAStoredEntityKeepsItsValues() {
        PurchaseOrder stored = new PurchaseOrder();
        factory.inTransaction(session -> session.persist(stored));
        stored.note = "changed";
        PurchaseOrder merged = factory.fromTransaction(session -> session.merge(stored));
        assertThat(factory.query("SELECT CONCAT(note, number) FROM PurchaseOrder WHERE id = " + stored.id))
                .containsExactly("changed" + stored.number);
        assertThat(merged.trace).isEqualTo(stored.trace);
    }

    @Test
    void statelessSessionDrawsIds() {
        PurchaseOrder order = new PurchaseOrder();
        try (StatelessSession session = factory.sessions.openStatelessSession()) {
            Transaction transaction = session.beginTransaction();
            session.insert(order);
            transaction.commit();
        }
        assertThat(order.id).isPositive();
        assertThat(factory.query("SELECT number FROM PurchaseOrder WHERE id = " + order.id))
                .containsExactly(order.number);
    }

    @Test
    void plainColumnThatIsSetIsKeptAndMayBeChangedLater() {
        PurchaseOrder order = new PurchaseOrder();
        order.number = "given";
        order.batch = 42;
        factory.inTransaction(session -> session.persist(order));
        assertThat(row(order)).containsExactly("given 42");
        factory.inTransaction(session -> session.find(PurchaseOrder.class, order.id).number = "changed");
        assertThat(row(order)).containsExactly("changed 42");
    }

    @Test
    void idThatIsSetIsADetachedEntityAsWithEveryGeneratedId() {
        PurchaseOrder order = new PurchaseOrder();
        order.id = 42L;
        assertThatExceptionOfType(PersistenceException.class)
                .isThrownBy(() -> factory.inTransaction(session -> session.persist(order)))
                .withMessageContaining("etached entity passed to persist");
    }

    /** As the server counts them, which gets a batch as one statement of many rows. */
    private static long statementsToInsert(List<?> entities) {
        return factory.fromTransaction(session -> {
            long before = inserts(session);
            entities.forEach(session::persist);
            session.flush();
            return inserts(session) - before;
        });
    }

    private static long inserts(Session session) {
        return session.doReturningWork(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Com_insert'")) {
                row.next();
                return row.getLong(2);
            }
        });
    }

    private static List<String> row(PurchaseOrder order) {
        return factory.query("SELECT CONCAT(number, ' ', batch) FROM PurchaseOrder WHERE id = " + order.id);
    }
}
