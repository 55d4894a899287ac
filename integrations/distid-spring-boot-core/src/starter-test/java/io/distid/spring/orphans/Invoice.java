package io.distid.spring.orphans;

import io.distid.entity.DistId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity whose generator no application configures. */
@Entity
public class Invoice {
    @Id
    @DistId("invoices")
    private Long id;

    /** For JPA. */
    public Invoice() {}

    public Long id() {
        return id;
    }
}
