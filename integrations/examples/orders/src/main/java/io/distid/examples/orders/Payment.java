package io.distid.examples.orders;

import io.distid.entity.DistId;
import io.distid.jackson.IdText;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * A payment for an order: a JPA entity. Hibernate gets its id from the generator when it is saved. Both ids are texts
 * in JSON.
 */
@Entity
@Table(name = "payments")
class Payment {
    @Id
    @DistId("orders")
    private @Nullable Long id;

    private long orderId;
    private long cents;

    /** For JPA. */
    Payment() {}

    Payment(long orderId, long cents) {
        this.orderId = orderId;
        this.cents = cents;
    }

    @IdText
    public @Nullable Long getId() {
        return id;
    }

    @IdText
    public long getOrderId() {
        return orderId;
    }

    public long getCents() {
        return cents;
    }
}
