package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** {@code @DataJpaTest}: entities draw from the application's generators. */
@JpaSlice
@TestPropertySource(
        properties = {
            "spring.test.database.replace=NONE",
            "spring.jpa.hibernate.ddl-auto=create",
            // MySQL's driver asks MariaDB for a table that only MySQL has.
            "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
            "spring.jpa.database-platform=org.hibernate.dialect.MySQLDialect"
        })
class JpaSliceTest {
    @Autowired
    private EntityManager manager;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        Database database = MySqlServer.shared().createDatabase();
        properties.add("spring.datasource.url", database::url);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
    }

    @Test
    void entitysIdComesFromTheApplicationsGenerator() {
        SliceOrder order = new SliceOrder();
        manager.persist(order);
        assertThat(order.id() >> 12 & 1023).isEqualTo(3);
    }
}
