package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.springframework.core.Ordered;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;

/**
 * Fills fields with {@link io.distid.entity.DistId} that are null or 0, for Spring Data MongoDB. It fills each new
 * document. Spring Data decides what is new by {@code Persistable}, else by the version, else by the id. So a document
 * whose id the application has set is not new, even if it is inserted. Spring Data does not call back for nested
 * documents. Declare it as a bean. Runs after auditing, and is safe for use by any number of threads.
 */
public final class MongoIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators the generators that annotations name, looked up for each id
     * @param mapping Spring Data's
     */
    public MongoIdCallback(NamedGenerators generators, MongoMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity the entity to insert or save
     * @param collection not used
     * @return the same entity, or a copy if it is immutable, such as a record
     * @throws EntityIdException if a generator is missing or fails, its ids do not fit, or a {@code long} is 0 though
     *     the entity is not new; nothing is stored
     */
    @Override
    public Object onBeforeConvert(Object entity, String collection) {
        return entities.fill(entity);
    }

    /** After Spring Data's auditing. */
    @Override
    public int getOrder() {
        return NewEntities.ORDER;
    }
}
