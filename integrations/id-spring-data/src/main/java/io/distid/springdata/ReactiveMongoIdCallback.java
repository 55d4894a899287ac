package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.reactivestreams.Publisher;
import org.springframework.core.Ordered;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.ReactiveBeforeConvertCallback;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Fills fields with {@link io.distid.entity.DistId} that are null or 0, for reactive Spring Data MongoDB. It fills each
 * new document. Spring Data decides what is new by {@code Persistable}, else by the version, else by the id. So a
 * document whose id the application has set is not new, even if it is inserted. Spring Data does not call back for
 * nested documents. Declare it as a bean.
 *
 * <p>A generator may wait for the clock or its store, so ids are issued on Reactor's {@code boundedElastic} threads.
 * Runs after auditing, and is safe for use by any number of threads.
 */
public final class ReactiveMongoIdCallback implements ReactiveBeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators the generators that annotations name, looked up for each id
     * @param mapping Spring Data's
     */
    public ReactiveMongoIdCallback(NamedGenerators generators, MongoMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity the entity to insert or save
     * @param collection not used
     * @return the same entity, or a copy if it is immutable, such as a record. Nothing is stored and the result is an
     *     {@link EntityIdException} if a generator is missing or fails, or its ids do not fit. The same holds if a
     *     {@code long} is 0 though the entity is not new.
     */
    @Override
    public Publisher<Object> onBeforeConvert(Object entity, String collection) {
        return Mono.fromCallable(() -> entities.fill(entity)).subscribeOn(Schedulers.boundedElastic());
    }

    /** After Spring Data's auditing. */
    @Override
    public int getOrder() {
        return NewEntities.ORDER;
    }
}
