package io.distid.entity;

import io.distid.entity.IdFields.Annotated;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.HibernateException;
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
import org.jspecify.annotations.Nullable;

/**
 * Refuses {@link DistId} where Hibernate asks no generator for a value, or does not see the annotation. A {@code long}
 * there would be stored as 0 in every row, without an error. Hibernate finds this class; applications do not use it.
 * Stateless: safe for use by any number of threads.
 */
public final class UnservedFields implements Integrator {
    /** For Hibernate. */
    public UnservedFields() {}

    /**
     * Checks the mapping of all entities.
     *
     * @throws EntityIdException if a field cannot be served; the message has all of them, a line each
     */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        Set<String> problems = new LinkedHashSet<>();
        for (PersistentClass entity : metadata.getEntityBindings()) {
            Class<?> type = entity.getMappedClass();
            if (type != null) {
                lookThrough(entity, type, problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new EntityIdException(String.join(System.lineSeparator(), problems));
        }
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    private static void lookThrough(PersistentClass entity, Class<?> type, Set<String> problems) {
        Set<String> stored = new HashSet<>();
        entity.getPropertyClosure().forEach(property -> stored.add(property.getName()));
        for (Property property : entity.getProperties()) {
            // The identifier mapper repeats the id of an @IdClass, read only. The id is checked below.
            if (property.getValue() != entity.getIdentifierMapper()) {
                look(type, property, 0, problems);
            }
        }
        Property id = entity.getIdentifierProperty();
        PersistentClass above = entity.getSuperclass();
        if (id != null) {
            stored.add(id.getName());
            if (above == null && !id.isComposite()) {
                look(type, id, 0, problems);
            }
        }
        if (entity.getIdentifier() instanceof Component parts) {
            inside(parts, 1, problems);
            // The parts of an @IdClass are attributes of the entity itself.
            parts.getProperties().forEach(property -> stored.add(property.getName()));
        }
        if (above == null) {
            entity.getProperties().forEach(property -> requireOwn(entity, type, property, problems));
        }
        // The check of a superclass that is an entity reports the superclass's fields.
        Class<?> told = above == null ? null : above.getMappedClass();
        for (Annotated each : IdFields.annotated(type)) {
            if (told == null || !each.member().getDeclaringClass().isAssignableFrom(told)) {
                requireStored(type, each, stored, problems);
            }
        }
    }

    /**
     * Checks a property and what is embedded in it.
     *
     * @param owner the class that has the property
     * @param depth how many embeddables it is in
     */
    private static void look(Class<?> owner, Property property, int depth, Set<String> problems) {
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
        } else {
            requireSeen(owner, property, problems);
        }
    }

    private static void inside(Component component, int depth, Set<String> problems) {
        Class<?> type = component.getComponentClass();
        Set<String> stored = new HashSet<>();
        for (Property property : component.getProperties()) {
            look(type, property, depth, problems);
            stored.add(property.getName());
        }
        // The parts of an @IdClass are attributes of the entity, which is checked itself.
        if (!component.isEmbedded()) {
            IdFields.annotated(type).forEach(each -> requireStored(type, each, stored, problems));
        }
    }

    private static void inElements(Value value, Set<String> problems) {
        if (value instanceof Component component) {
            for (Annotated each : IdFields.annotated(component.getComponentClass())) {
                String name = IdFields.name(each.member());
                refuse(component.getComponentClass(), name, "it is in the elements of a collection", problems);
            }
            component.getProperties().forEach(property -> inElements(property.getValue(), problems));
        }
    }

    private static void refuse(Class<?> owner, String name, String why, Set<String> problems) {
        for (Annotated each : annotated(owner, name)) {
            problems.add(in(owner, each) + why
                    + ", where Hibernate asks no generator: set its value yourself, and remove the annotation");
        }
    }

    /**
     * Refuses the annotation on an id that comes from a parent. For a whole id Hibernate asks no generator. For a part
     * of an id it does, and stores the new id in place of the parent's.
     */
    private static void requireOwn(PersistentClass entity, Class<?> type, Property association, Set<String> problems) {
        MapsId mapped = accessed(type, association) instanceof AnnotatedElement member
                ? member.getAnnotation(MapsId.class)
                : null;
        if (mapped == null) {
            return;
        }
        Property id = entity.getIdentifierProperty();
        boolean isPart =
                entity.getIdentifier() instanceof Component && !mapped.value().isEmpty();
        Class<?> owner = isPart && entity.getIdentifier() instanceof Component parts && !parts.isEmbedded()
                ? parts.getComponentClass()
                : type;
        String name = mapped.value().isEmpty() && id != null ? id.getName() : mapped.value();
        for (Annotated each : annotated(owner, name)) {
            // An annotation on a mapped superclass is for other entities. This entity's id is the parent's, as asked
            // for.
            if (isPart || each.member().getDeclaringClass() == type) {
                problems.add(in(owner, each) + "its value is the parent's, by @MapsId on " + association.getName()
                        + " of " + type.getSimpleName() + ": remove the annotation");
            }
        }
    }

    /**
     * Refuses an annotation that Hibernate does not see. Hibernate reads only the annotations of the member that it
     * accesses: the field or the getter. It reads none if the mapping is XML alone.
     */
    private static void requireSeen(Class<?> owner, Property property, Set<String> problems) {
        List<Annotated> annotated = annotated(owner, property.getName());
        Member accessed = annotated.isEmpty() ? null : accessed(owner, property);
        if (accessed != null && annotated.stream().noneMatch(each -> isSeen(each.member(), accessed))) {
            Annotated other = annotated.get(0);
            problems.add(in(owner, other) + "it is on " + described(other.member()) + ", but Hibernate accesses "
                    + described(accessed) + ": put it there");
        } else if (accessed != null && property.getValueGeneratorCreator() == null) {
            // The annotation gives ids and their parts a generator, too.
            problems.add(in(owner, annotated.get(0))
                    + "Hibernate has the mapping from XML alone (hbm.xml, or orm.xml that is"
                    + " metadata-complete), and ignores annotations: map the class by annotations, or set the value of the field"
                    + " yourself, and remove this one");
        }
    }

    /** Whether Hibernate sees the annotation. It also reads getters of mapped superclasses that an entity overrides. */
    private static boolean isSeen(Member annotated, Member accessed) {
        return annotated.equals(accessed)
                || annotated instanceof Method
                        && annotated.getName().equals(accessed.getName())
                        && annotated.getDeclaringClass().isAnnotationPresent(MappedSuperclass.class);
    }

    private static void requireStored(Class<?> owner, Annotated each, Set<String> stored, Set<String> problems) {
        if (!stored.contains(IdFields.name(each.member()))) {
            problems.add(in(owner, each) + "it is on " + described(each.member())
                    + ", which Hibernate does not store: put it on the field or the getter that Hibernate accesses, or"
                    + " remove it");
        }
    }

    /** Returns null if there is none, or if Hibernate itself will report that it cannot be accessed. */
    private static @Nullable Member accessed(Class<?> owner, Property property) {
        try {
            return property.getGetter(owner).getMember();
        } catch (HibernateException e) {
            return null;
        }
    }

    private static List<Annotated> annotated(Class<?> owner, String name) {
        return IdFields.annotated(owner).stream()
                .filter(each -> IdFields.name(each.member()).equals(name))
                .toList();
    }

    private static String in(Class<?> owner, Annotated each) {
        return IdField.in(owner.getName(), IdFields.name(each.member()), each.annotation());
    }

    private static String described(Member member) {
        String declared = " of " + member.getDeclaringClass().getSimpleName();
        return member instanceof Field
                ? "the field " + member.getName() + declared
                : "the getter " + member.getName() + "()" + declared;
    }
}
