package io.distid.spring.entities;

import io.distid.entity.DistId;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

/** What leaves the type of its id to its subclasses. */
@MappedSuperclass
public abstract class Numbered<T> {
    @Id
    @DistId("orders")
    private T id;

    public T id() {
        return id;
    }
}
