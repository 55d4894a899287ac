package io.distid.spring.strays;

import io.distid.entity.DistId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;

/** An entity whose generator's name is a strategy's. */
@Entity
public class Stray {
    @Id
    @DistId("uuid-v7")
    private UUID id;

    /** For JPA. */
    public Stray() {}

    public UUID id() {
        return id;
    }
}
