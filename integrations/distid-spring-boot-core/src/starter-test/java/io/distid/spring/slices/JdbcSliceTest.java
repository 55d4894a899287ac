package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.entity.DistId;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** {@code @DataJdbcTest}: entities draw from the application's generators. */
@JdbcSlice
@TestPropertySource(properties = "spring.test.database.replace=NONE")
class JdbcSliceTest {
    @Table("slice_bookings")
    record Booking(@Id @DistId("orders") Long id, String note) {}

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private JdbcAggregateTemplate template;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        Database database = MySqlServer.shared().createDatabase();
        properties.add("spring.datasource.url", database::url);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
    }

    @Test
    void entitysIdComesFromTheApplicationsGenerator() {
        jdbc.execute("CREATE TABLE slice_bookings (id BIGINT PRIMARY KEY, note VARCHAR(9))");
        Booking booking = template.insert(new Booking(null, "first"));
        assertThat(booking.id() >> 12 & 1023).isEqualTo(3);
    }
}
