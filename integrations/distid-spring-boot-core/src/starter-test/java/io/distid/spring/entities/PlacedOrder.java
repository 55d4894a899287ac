package io.distid.spring.entities;

import io.distid.entity.DistId;
import io.distid.text.TextForm;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;

/** An entity with an id, and a column, of the application's generators. */
@Entity
public class PlacedOrder extends Numbered<Long> {
    @DistId(value = "orders", text = TextForm.CROCKFORD)
    @Column(length = 13)
    private String reference;

    /** For JPA. */
    public PlacedOrder() {}

    public String reference() {
        return reference;
    }
}
