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
 * Fills fields of entities that are new, as Spring Data sees it: by {@code Persistable}, else by the version, else by the id, which is null or 0. Spring Data decides whether it
 * inserts before it calls back, so that an id that is set here does not make an update of this insert.
 */
final class NewEntities {
    /**
     * After the auditing of Spring Data, which is at 100: that asks whether an entity is new, and one with an id is not.
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
     * The entity, or a copy of it if it cannot be changed.
     *
     * @throws io.distid.entity.EntityIdException if a field cannot be filled, or is 0 and would have to be, but that the entity is not new
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
                        "it is not stored: take away the annotation, or what keeps it from being stored", null);
            }
            if (IdField.isUnset(values.getProperty(property))) {
                values.setProperty(property, field.next(generators));
            }
        }
        return values.getBean();
    }

    /**
     * A row whose number was ever drawn has none that is 0, so that this one is inserted with an id of the application's own, and the next would have the same 0. Null is
     * left alone: it is no id.
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
