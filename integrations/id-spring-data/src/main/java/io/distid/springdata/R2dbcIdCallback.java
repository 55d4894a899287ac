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
 * Fills what {@link io.distid.entity.DistId} is on, for Spring Data R2DBC: of each entity that is new, and null or 0. New it is to Spring Data by
 * {@code Persistable}, else by its version, else by its id: one whose id the application has set is not, even if it is inserted, and embedded objects are not called back for. To
 * be declared as a bean.
 *
 * <p>A generator may wait for the clock or its store, so ids are drawn on Reactor's {@code boundedElastic} threads. Runs after auditing, and
 * is safe for use by any number of threads.
 */
public final class R2dbcIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators where the names in annotations are looked for, at each id
     * @param mapping Spring Data's
     */
    public R2dbcIdCallback(NamedGenerators generators, RelationalMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity to be inserted or updated
     * @param table of no matter
     * @return the same, or a copy of it if it is a record or otherwise immutable; or an {@link EntityIdException}, if a generator is not there, its ids do not fit
     *     the field, or it fails, or a {@code long} is 0 though the entity is not new, and nothing is stored
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
