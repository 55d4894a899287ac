package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.springframework.core.Ordered;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Fills fields with {@link io.distid.entity.DistId} that are null or 0, for Spring Data JDBC. It fills the root of each
 * new aggregate. Spring Data decides what is new by {@code Persistable}, else by the version, else by the id. So a root
 * whose id the application has set is not new, even if it is inserted. Spring Data does not call back for entities
 * below the root. Declare it as a bean. Runs after auditing, and is safe for use by any number of threads.
 */
public final class JdbcIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators the generators that annotations name, looked up for each id
     * @param mapping Spring Data's
     */
    public JdbcIdCallback(NamedGenerators generators, RelationalMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity the root of an aggregate
     * @return the same entity, or a copy if it is immutable, such as a record
     * @throws EntityIdException if a generator is missing or fails, its ids do not fit, or a {@code long} is 0 though
     *     the entity is not new; nothing is stored
     */
    @Override
    public Object onBeforeConvert(Object entity) {
        return entities.fill(entity);
    }

    /** After Spring Data's auditing. */
    @Override
    public int getOrder() {
        return NewEntities.ORDER;
    }
}
