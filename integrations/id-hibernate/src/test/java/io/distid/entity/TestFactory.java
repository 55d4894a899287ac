package io.distid.entity;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;

/** A session factory with its tables in a database of its own on the shared server. */
final class TestFactory implements AutoCloseable {
    final SessionFactory sessions;
    private final Database database;

    private TestFactory(Database database, SessionFactory sessions) {
        this.database = database;
        this.sessions = sessions;
    }

    static TestFactory of(Class<?>... entities) {
        return of(TestGenerators.ALL, entities);
    }

    /** With the value of the setting, or without it. */
    static TestFactory of(@Nullable Object generators, Class<?>... entities) {
        Configuration configuration = new Configuration();
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        return of(generators, configuration);
    }

    /** Of a mapping in XML. */
    static TestFactory ofXml(String mapping) {
        Configuration configuration = new Configuration();
        configuration.addInputStream(new ByteArrayInputStream(mapping.getBytes(StandardCharsets.UTF_8)));
        return of(TestGenerators.ALL, configuration);
    }

    private static TestFactory of(@Nullable Object generators, Configuration configuration) {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        configuration.setProperty("hibernate.connection.url", database.url() + "&rewriteBatchedStatements=true");
        configuration.setProperty("hibernate.connection.username", database.user());
        configuration.setProperty("hibernate.connection.password", database.password());
        // Connector/J asks MariaDB for a column that only MySQL has, as soon as Hibernate asks for keywords.
        configuration.setProperty("hibernate.boot.allow_jdbc_metadata_access", "false");
        configuration.setProperty("hibernate.dialect", "org.hibernate.dialect.MySQLDialect");
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        configuration.setProperty("hibernate.jdbc.batch_size", "50");
        if (generators != null) {
            configuration.getProperties().put(GeneratorsContributor.SETTING, generators);
        }
        return new TestFactory(database, configuration.buildSessionFactory());
    }

    void inTransaction(Consumer<Session> work) {
        sessions.inTransaction(work);
    }

    <T> T fromTransaction(Function<Session, T> work) {
        return sessions.fromTransaction(work);
    }

    /** The first column of all rows. */
    List<String> query(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> column = new ArrayList<>();
            while (rows.next()) {
                column.add(rows.getString(1));
            }
            return column;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
