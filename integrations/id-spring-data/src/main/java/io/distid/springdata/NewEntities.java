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
 * inserts before it calls back, so that an id that is set here does not make an update of an insert.
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

    /** The entity, or a copy of it if it cannot be changed. */
    <T> T fill(T entity) {
        Class<?> type = ProxyUtils.getUserClass(entity);
        List<IdField> fields = FIELDS.get(type);
        if (fields.isEmpty()) {
            return entity;
        }
        PersistentEntity<?, ?> persistent = mapping.getRequiredPersistentEntity(type);
        if (!persistent.isNew(entity)) {
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
}
