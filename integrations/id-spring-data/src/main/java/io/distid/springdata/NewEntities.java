package io.distid.springdata;

import io.distid.NamedGenerators;
import io.distid.entity.IdField;
import io.distid.entity.IdFields;
import java.util.List;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.util.ProxyUtils;

/**
 * Fills fields of new entities. Spring Data decides what is new by {@code Persistable}, else by the version, else by an
 * id that is null or 0. It decides before it calls back, so an id that is set here does not turn the insert into an
 * update.
 */
final class NewEntities {
    /**
     * After Spring Data's auditing, which is at 100. Auditing asks whether an entity is new, and an entity with an id
     * is not.
     */
    static final int ORDER = 200;

    private static final ClassValue<List<IdField>> FIELDS = new ClassValue<>() {
        @Override
        protected List<IdField> computeValue(Class<?> type) {
            return IdFields.of(type);
        }
    };

    private final NamedGenerators generators;
    private final MappingContext<?, ?> mapping;

    NewEntities(NamedGenerators generators, MappingContext<?, ?> mapping) {
        this.generators = generators;
        this.mapping = mapping;
    }

    /**
     * Fills an entity. Returns it, or a copy of it if it is immutable.
     *
     * @throws io.distid.entity.EntityIdException if a field cannot be filled, or is 0 in an entity that is not new
     */
    <T> T fill(T entity) {
        Class<?> type = ProxyUtils.getUserClass(entity);
        List<IdField> fields = FIELDS.get(type);
        if (fields.isEmpty()) {
            return entity;
        }
        PersistentEntity<?, ?> persistent = mapping.getRequiredPersistentEntity(type);
        if (!persistent.isNew(entity)) {
            requireSet(entity, persistent, fields);
            return entity;
        }
        PersistentPropertyAccessor<T> values = persistent.getPropertyAccessor(entity);
        for (IdField field : fields) {
            PersistentProperty<?> property = persistent.getPersistentProperty(field.name());
            if (property == null) {
                throw field.failure(
                        "it is not stored: remove the annotation, or what keeps it from being stored", null);
            }
            if (IdField.isUnset(values.getProperty(property))) {
                values.setProperty(property, field.next(generators));
            }
        }
        return values.getBean();
    }

    /**
     * Refuses a field that is 0 in an entity that is not new. A stored row never has 0, so this entity is an insert
     * with the application's own id. The next such insert would get the same 0. Null is allowed: it is not an id.
     */
    private static <T> void requireSet(T entity, PersistentEntity<?, ?> persistent, List<IdField> fields) {
        for (IdField field : fields) {
            PersistentProperty<?> property =
                    field.type() == long.class ? persistent.getPersistentProperty(field.name()) : null;
            if (property != null
                    && IdField.isUnset(persistent.getPropertyAccessor(entity).getProperty(property))) {
                throw field.failure(
                        "it is 0, and the entity is not new to Spring Data, so that nothing fills it: set it before, or say by"
                                + " Persistable that the entity is new",
                        null);
            }
        }
    }
}
