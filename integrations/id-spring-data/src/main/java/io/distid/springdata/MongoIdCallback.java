package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.springframework.core.Ordered;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;

/**
 * Fills what {@link io.distid.entity.DistId} is on, for Spring Data MongoDB: of each document that is new, and null or 0. New it is to Spring
 * Data by {@code Persistable}, else by its version, else by its id: one whose id the application has set is not, even if it is inserted, and nested documents are not called back
 * for. To be declared as a bean. Runs after auditing, and is safe for use by any number of threads.
 */
public final class MongoIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators where the names in annotations are looked for, at each id
     * @param mapping Spring Data's
     */
    public MongoIdCallback(NamedGenerators generators, MongoMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity to be inserted or saved
     * @param collection of no matter
     * @return the same, or a copy of it if it is a record or otherwise immutable
     * @throws EntityIdException if a generator is not there, its ids do not fit the field, or it fails, or a {@code long} is 0 though the entity is not new; nothing is stored
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
