package io.distid.mybatis;

import static io.distid.mybatis.Generators.workerOf;
import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MyBatis without Plus. */
class DistidKeyGeneratorTest {
    private static Database database;

    private final Generators generators = new Generators();
    private SqlSessionFactory factory;

    static final class Item {
        public @Nullable Long id;
    }

    static final class Customer {
        public long id;
    }

    static final class Document {
        public @Nullable String id;
    }

    static final class Narrow {
        public int id;
    }

    interface Mapper {
        @Insert("INSERT INTO item (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insert(Item item);

        @Insert(
                "<script>INSERT INTO item (id) VALUES <foreach collection='list' item='i' separator=','>(#{i.id})</foreach></script>")
        @Options(keyProperty = "id")
        int insertAll(List<Item> items);

        @Insert("INSERT INTO item (id, note) VALUES (#{item.id}, #{note})")
        @Options(keyProperty = "item.id")
        int insertWithNote(@Param("item") Item item, @Param("note") String note);

        @Insert("INSERT INTO item (id, note) VALUES (#{item.id}, #{note})")
        @Options(keyProperty = "id")
        int insertAmbiguous(@Param("item") Item item, @Param("note") String note);

        @Insert("INSERT INTO item (id) VALUES (#{item.id})")
        @Options(keyProperty = "id")
        int insertAmbiguousAlone(@Param("item") Item item);

        @Insert("INSERT INTO item (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insertCustomer(Customer customer);

        @Insert("INSERT INTO document (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insertDocument(Document document);

        @Insert("INSERT INTO item (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insertNarrow(Narrow narrow);

        @Insert("INSERT INTO item (id) VALUES (#{id})")
        int insertAsItIs(Item item);

        @Insert("INSERT INTO counted () VALUES ()")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        int insertCounted(Narrow narrow);

        @Insert("INSERT INTO item (id, note) VALUES (#{id}, #{note})")
        @Options(keyProperty = "id")
        int insertRow(Map<String, Object> row);

        @Insert("INSERT INTO item (id, note) VALUES (#{id}, #{details.note})")
        @Options(keyProperty = "id")
        int insertRowOfDetails(Map<String, Object> row);

        @Insert(
                "<script>INSERT INTO item (id, note) VALUES <foreach collection='list' item='i' separator=','>(#{i.id}, #{i.note})</foreach></script>")
        @Options(keyProperty = "id")
        int insertRows(List<Map<String, Object>> rows);

        @Insert("INSERT INTO item (id, note) VALUES (#{row.id}, #{note})")
        @Options(keyProperty = "row.id")
        int insertRowWithNote(@Param("row") Map<String, Object> row, @Param("note") String note);

        @Insert("INSERT INTO document (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insertDocumentRow(Map<String, Object> row);

        @Insert("INSERT INTO filled (id) VALUES (#{id})")
        @Options(keyProperty = "id")
        int insertFilledRow(Map<String, Object> row);

        @Select("SELECT id FROM item ORDER BY id")
        List<Long> ids();
    }

    @BeforeAll
    static void createTables() throws SQLException {
        database = orSkip(MySqlServer::shared).createDatabase();
        SessionFactories.create(
                database,
                List.of(
                        "CREATE TABLE item (id BIGINT PRIMARY KEY, note VARCHAR(40))",
                        "CREATE TABLE document (id VARCHAR(36) PRIMARY KEY)",
                        "CREATE TABLE counted (id BIGINT PRIMARY KEY AUTO_INCREMENT)",
                        "CREATE TABLE filled (id BIGINT PRIMARY KEY AUTO_INCREMENT)"));
    }

    @BeforeEach
    void buildSessionFactory() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Item.class, "orders")
                .entity(Customer.class, "customers")
                .entity(Document.class, "documents")
                .byDefault("others")
                .build();
        factory =
                SessionFactories.plain(database, Mapper.class, new DistidKeyInterceptor(new DistidKeyGenerator(names)));
    }

    @AfterEach
    void closeGenerators() {
        generators.close();
    }

    @Test
    void eachEntityHasTheGeneratorThatIsNamedForIt() {
        try (SqlSession session = factory.openSession()) {
            Mapper mapper = session.getMapper(Mapper.class);
            Item item = new Item();
            mapper.insert(item);
            Customer customer = new Customer();
            mapper.insertCustomer(customer);
            Document document = new Document();
            mapper.insertDocument(document);

            assertThat(workerOf(id(item))).isEqualTo(1);
            assertThat(workerOf(customer.id)).isEqualTo(2);
            assertThat(UUID.fromString(document.id).version()).isEqualTo(7);
            assertThat(mapper.ids()).containsExactlyInAnyOrder(id(item), customer.id);
        }
    }

    @Test
    void eachEntityOfACollectionHasAnId() {
        try (SqlSession session = factory.openSession()) {
            List<Item> items = List.of(new Item(), new Item(), new Item());
            session.getMapper(Mapper.class).insertAll(items);
            assertThat(session.getMapper(Mapper.class).ids())
                    .hasSize(3)
                    .isEqualTo(items.stream().map(DistidKeyGeneratorTest::id).toList());
        }
    }

    @Test
    void aBatchIsFilledBeforeItIsSent() {
        try (SqlSession session = factory.openSession(ExecutorType.BATCH)) {
            List<Item> items = List.of(new Item(), new Item());
            items.forEach(session.getMapper(Mapper.class)::insert);
            session.flushStatements();
            assertThat(session.getMapper(Mapper.class).ids())
                    .isEqualTo(items.stream().map(DistidKeyGeneratorTest::id).toList());
        }
    }

    @Test
    void theKeyPropertyNamesTheParameterWhereThereAreSeveral() {
        try (SqlSession session = factory.openSession()) {
            Item item = new Item();
            session.getMapper(Mapper.class).insertWithNote(item, "first");
            assertThat(session.getMapper(Mapper.class).ids()).containsExactly(id(item));
            assertThatThrownBy(() -> session.getMapper(Mapper.class).insertAmbiguous(new Item(), "second"))
                    .hasMessageContaining(
                            "insertAmbiguous has 2 parameters, and its key property is \"id\": must begin with"
                                    + " the name of the one that is inserted");
        }
    }

    @Test
    void anIdThatIsSetStays() {
        try (SqlSession session = factory.openSession()) {
            Item item = new Item();
            item.id = 42L;
            session.getMapper(Mapper.class).insert(item);
            assertThat(session.getMapper(Mapper.class).ids()).containsExactly(42L);
        }
    }

    @Test
    void statementsWithAKeyOfTheirOwnOrNoneAreLeftAlone() {
        try (SqlSession session = factory.openSession()) {
            // It would be refused, were it not left alone.
            Narrow counted = new Narrow();
            session.getMapper(Mapper.class).insertCounted(counted);
            assertThat(counted.id).isBetween(1, 100);
            assertThatThrownBy(() -> session.getMapper(Mapper.class).insertAsItIs(new Item()))
                    .hasMessageContaining("cannot be null");
        }
    }

    /** An id that is null, 0, or not there at all. */
    @Test
    void aRowThatIsAMapHasAnIdOfTheDefault() {
        try (SqlSession session = factory.openSession()) {
            Mapper mapper = session.getMapper(Mapper.class);
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Object id : new Object[] {null, 0L, 0, "absent"}) {
                Map<String, Object> row = new HashMap<>(Map.of("note", "a row"));
                if (!"absent".equals(id)) {
                    row.put("id", id);
                }
                rows.add(row);
            }
            rows.forEach(mapper::insertRow);
            assertThat(rows)
                    .allSatisfy(
                            row -> assertThat(workerOf((Long) row.get("id"))).isEqualTo(3));
            assertThat(mapper.ids())
                    .isEqualTo(rows.stream().map(row -> (Long) row.get("id")).toList());
        }
    }

    /** The database would draw one, or store a 0. */
    @Test
    void aRowOfNothingButAnUnsetIdHasOne() {
        try (SqlSession session = factory.openSession()) {
            Map<String, Object> row = new HashMap<>();
            row.put("id", null);
            session.getMapper(Mapper.class).insertFilledRow(row);
            assertThat(workerOf((Long) row.get("id"))).isEqualTo(3);
        }
    }

    @Test
    void rowsThatAreMapsHaveAnIdEach() {
        try (SqlSession session = factory.openSession()) {
            Mapper mapper = session.getMapper(Mapper.class);
            List<Map<String, Object>> rows =
                    List.of(new HashMap<>(Map.of("note", "one")), new HashMap<>(Map.of("note", "two")));
            mapper.insertRows(rows);
            mapper.insertRowWithNote(new HashMap<>(), "three");
            assertThat(mapper.ids()).hasSize(3).allMatch(id -> workerOf(id) == 3);
        }
    }

    @Test
    void aRowThatIsAMapHasATextWhereAnEmptyOneIs() {
        try (SqlSession session = factory.openSession()) {
            Map<String, Object> row = new HashMap<>(Map.of("id", ""));
            session.getMapper(Mapper.class).insertDocumentRow(row);
            assertThat(Long.parseLong((String) row.get("id"))).isPositive();
        }
    }

    @Test
    void anEntityAloneInAMapOfTheCallersIsStillTheOneThatIsInserted() {
        try (SqlSession session = factory.openSession()) {
            Item item = new Item();
            Map<String, Object> parameters = new HashMap<>(Map.of("item", item, "same", item));
            session.insert(Mapper.class.getName() + ".insertAmbiguousAlone", parameters);
            assertThat(session.getMapper(Mapper.class).ids()).containsExactly(id(item));
        }
    }

    /** Which takes any property, and is none. */
    @Test
    void aMapAloneInARowIsNoEntity() {
        try (SqlSession session = factory.openSession()) {
            Map<String, Object> details = new HashMap<>(Map.of("note", "nested"));
            Map<String, Object> row = new HashMap<>(Map.of("details", details));
            Mapper mapper = session.getMapper(Mapper.class);
            mapper.insertRowOfDetails(row);
            assertThat(details).containsOnlyKeys("note");
            assertThat(mapper.ids()).containsExactly((Long) row.get("id"));
        }
    }

    @Test
    void aRowWithoutADefaultIsRefused() {
        EntityGenerators names = EntityGenerators.builder(generators.named())
                .entity(Item.class, "orders")
                .build();
        factory =
                SessionFactories.plain(database, Mapper.class, new DistidKeyInterceptor(new DistidKeyGenerator(names)));
        try (SqlSession session = factory.openSession()) {
            assertThatThrownBy(() -> session.getMapper(Mapper.class).insertRow(new HashMap<>(Map.of("note", "x"))))
                    .hasMessageContaining("no generator is named for java.util.HashMap, and there is no default");
        }
    }

    @Test
    void aFieldThatCannotHoldAnIdIsRefused() {
        try (SqlSession session = factory.openSession()) {
            assertThatThrownBy(() -> session.getMapper(Mapper.class).insertNarrow(new Narrow()))
                    .hasMessageContaining(
                            "Narrow.id has type int, into which an id of generator \"others\" does not fit:"
                                    + " must be a long, Long, String or UUID");
        }
    }

    private static long id(Item item) {
        return Objects.requireNonNull(item.id);
    }
}
