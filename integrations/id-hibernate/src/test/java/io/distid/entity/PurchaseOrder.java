package io.distid.entity;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An id, and plain columns of each type. */
@Entity
class PurchaseOrder {
    @Id
    @DistId("orders")
    @Nullable
    Long id;

    @DistId("orders")
    long batch;

    @DistId("numbers")
    @Nullable
    String number;

    @DistId("documents")
    @Nullable
    UUID trace;

    String note = "";
}
