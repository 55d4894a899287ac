package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Fills fields with {@link io.distid.entity.DistId} that are null or 0, for Spring Data R2DBC. It fills each new
 * entity. Spring Data decides what is new by {@code Persistable}, else by the version, else by the id. So an entity
 * whose id the application has set is not new, even if it is inserted. Spring Data does not call back for embedded
 * objects. Declare it as a bean.
 *
 * <p>A generator may wait for the clock or its store, so ids are issued on Reactor's {@code boundedElastic} threads.
 * Runs after auditing, and is safe for use by any number of threads.
 */
public final class R2dbcIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators the generators that annotations name, looked up for each id
     * @param mapping Spring Data's
     */
    public R2dbcIdCallback(NamedGenerators generators, RelationalMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity the entity to insert or update
     * @param table not used
     * @return the same entity, or a copy if it is immutable, such as a record. Nothing is stored and the result is an
     *     {@link EntityIdException} if a generator is missing or fails, or its ids do not fit. The same holds if a
     *     {@code long} is 0 though the entity is not new.
     */
    @Override
    public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
        return Mono.fromCallable(() -> entities.fill(entity)).subscribeOn(Schedulers.boundedElastic());
    }

    /** After Spring Data's auditing. */
    @Override
    public int getOrder() {
        return NewEntities.ORDER;
    }
}
