package io.distid.entity;

import java.util.ArrayList;
import java.util.List;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.IndexedCollection;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Value;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Refuses {@link DistId} where Hibernate asks no generator for a value: there a {@code long} would be stored as 0, row after row, and nobody would be told. Found by
 * Hibernate; applications do not use it themselves. Stateless: safe for use by any number of threads.
 */
public final class UnservedFields implements Integrator {
    /** For Hibernate. */
    public UnservedFields() {}

    /**
     * Looks through the mapping of all entities.
     *
     * @throws EntityIdException if a field cannot be served; the message has all of them, a line each
     */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        List<String> problems = new ArrayList<>();
        for (PersistentClass entity : metadata.getEntityBindings()) {
            Class<?> type = entity.getMappedClass();
            if (type != null) {
                entity.getProperties().forEach(property -> look(type, property, 0, problems));
                if (entity.getIdentifier() instanceof Component id) {
                    inside(id, 1, problems);
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new EntityIdException(String.join(
                    System.lineSeparator(), problems.stream().distinct().toList()));
        }
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    /**
     * Looks at a property and what is embedded in it.
     *
     * @param owner whose property it is
     * @param depth how many embeddables it is in
     */
    private static void look(Class<?> owner, Property property, int depth, List<String> problems) {
        Value value = property.getValue();
        if (value instanceof Component component) {
            inside(component, depth + 1, problems);
        } else if (value instanceof Collection collection) {
            inElements(collection.getElement(), problems);
            if (collection instanceof IndexedCollection indexed) {
                inElements(indexed.getIndex(), problems);
            }
        } else if (!property.isInsertable()) {
            refuse(owner, property.getName(), "its column is not insertable", problems);
        } else if (depth > 1) {
            refuse(owner, property.getName(), "it is in an embeddable inside another one", problems);
        } else if (depth == 1 && owner.isRecord()) {
            refuse(
                    owner,
                    property.getName(),
                    "it is in an embeddable that is a record, whose fields are final",
                    problems);
        }
    }

    private static void inside(Component component, int depth, List<String> problems) {
        Class<?> type = component.getComponentClass();
        component.getProperties().forEach(property -> look(type, property, depth, problems));
    }

    private static void inElements(Value value, List<String> problems) {
        if (value instanceof Component component) {
            for (IdField field : IdFields.of(component.getComponentClass())) {
                refuse(component.getComponentClass(), field.name(), "it is in the elements of a collection", problems);
            }
            component.getProperties().forEach(property -> inElements(property.getValue(), problems));
        }
    }

    private static void refuse(Class<?> owner, String name, String why, List<String> problems) {
        for (IdField field : IdFields.of(owner)) {
            if (field.name().equals(name)) {
                problems.add(field.failure(
                                why
                                        + ", where Hibernate asks no generator: give it its value yourself, and take the annotation away",
                                null)
                        .getMessage());
            }
        }
    }
}
