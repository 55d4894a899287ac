package io.distid.examples.orders;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Orders in the database. */
@Repository
class OrderRepository {
    private final JdbcClient jdbc;

    OrderRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(Order order) {
        jdbc.sql("INSERT INTO orders (id, customer, cents) VALUES (:id, :customer, :cents)")
                .paramSource(order)
                .update();
    }

    Optional<Order> find(long id) {
        return jdbc.sql("SELECT id, customer, cents FROM orders WHERE id = :id")
                .param("id", id)
                .query(Order.class)
                .optional();
    }
}
