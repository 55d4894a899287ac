package io.distid.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.test.context.aot.DisabledInAotMode;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.mysql.MySQLContainer;

/** The whole application on MySQL in a container, which its tables and its worker ids are kept in. Skipped where there is no Docker. */
@SpringBootTest(properties = "orders.embedded-database=false")
@Testcontainers(disabledWithoutDocker = true)
@DisabledInAotMode
class ContainerTest {
    @Container
    @ServiceConnection
    private static final MySQLContainer MYSQL = new MySQLContainer("mysql:8.4");

    @Autowired
    private LongIdGenerator ids;

    @Autowired
    private PaymentRepository payments;

    @Test
    void workerIdIsLeasedFromTheContainer() {
        assertThat(ids.nextId()).isPositive();
        assertThat(payments.save(new Payment(7, 1250)).getId()).isPositive();
    }
}
