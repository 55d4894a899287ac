package io.distid.spring.slices;

import io.distid.entity.DistId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity of JPA. */
@Entity
class SliceOrder {
    @Id
    @DistId("orders")
    private Long id;

    /** For JPA. */
    SliceOrder() {}

    Long id() {
        return id;
    }
}
