package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import org.springframework.core.Ordered;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Fills what {@link io.distid.entity.DistId} is on, for Spring Data JDBC: of the root of each aggregate that is new, and null or 0. New it is
 * to Spring Data by {@code Persistable}, else by its version, else by its id: one whose id the application has set is not, even if it is inserted, and what is below the root is
 * not called back for. To be declared as a bean. Runs after auditing, and is safe for use by any number of threads.
 */
public final class JdbcIdCallback implements BeforeConvertCallback<Object>, Ordered {
    private final NewEntities entities;

    /**
     * For all entities of a mapping context.
     *
     * @param generators where the names in annotations are looked for, at each id
     * @param mapping Spring Data's
     */
    public JdbcIdCallback(NamedGenerators generators, RelationalMappingContext mapping) {
        this.entities = new NewEntities(generators, mapping);
    }

    /**
     * Fills an entity.
     *
     * @param entity the root of an aggregate
     * @return the same, or a copy of it if it is a record or otherwise immutable
     * @throws EntityIdException if a generator is not there, its ids do not fit the field, or it fails, or a {@code long} is 0 though the entity is not new; nothing is stored
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
