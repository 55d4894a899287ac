package io.distid.entity;

import io.distid.NamedGenerators;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate asks for the value of a field that {@link DistId} is on. Applications do not use it themselves.
 *
 * <p>Values are made before the statement, so that inserts are batched. A field that is no id and was set by the application keeps its value. After Hibernate has
 * initialized it, it is safe for use by any number of threads.
 */
/*
 * Hibernate makes one for each field, and 7.4 makes each twice; 6.6 passes nothing to a constructor. So there is one without parameters, nothing is opened here, and what
 * initialize is told does not change any more. Generators live in a service of the registry, which both instances share.
 */
public final class HibernateIdGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<DistId> {
    private static final long serialVersionUID = 1L;

    // Hibernate declares generators serializable, and serializes none: a session factory is found again by its name.
    private transient @Nullable IdField field;
    private transient @Nullable NamedGenerators generators;

    /** For Hibernate. */
    public HibernateIdGenerator() {}

    /**
     * Finds the field's generator, which is thereby opened if it was not.
     *
     * @throws EntityIdException if there is no such generator, its ids do not fit the type or the column, or a second annotation generates the value
     */
    @Override
    public void initialize(DistId annotation, Member member, GeneratorCreationContext context) {
        String entity = context.getPersistentClass().getEntityName();
        String name = name(member, context);
        IdFields.requireOnlyOne(entity, name, (AnnotatedElement) member);
        field = new IdField(entity, name, context.getProperty().getType().getReturnedClass(), annotation);
        generators = context.getServiceRegistry().requireService(GeneratorsService.class);
        requireLength(field, context.getProperty().getValue().getColumns());
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        if (currentValue != null && !IdField.isUnset(currentValue)) {
            return currentValue;
        }
        if (field == null || generators == null) {
            throw new IllegalStateException("not initialized by Hibernate");
        }
        return field.next(generators);
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    private void requireLength(IdField field, List<Column> columns) {
        int length = field.textLength(field.generator(generators));
        for (Column column : columns) {
            if (field.type() == String.class && column.getLength() != null && column.getLength() < length) {
                throw field.failure(
                        "column " + column.getName() + " is too short: it holds " + column.getLength()
                                + " characters, and the text of an id has up to " + length,
                        null);
            }
        }
    }

    /** An embeddable's field is of that class, and in the table of the entity that embeds it. */
    private static String name(Member member, GeneratorCreationContext context) {
        String name = context.getProperty().getName();
        Class<?> entity = context.getPersistentClass().getMappedClass();
        Class<?> declaring = member.getDeclaringClass();
        return entity == null || declaring.isAssignableFrom(entity) ? name : declaring.getSimpleName() + "." + name;
    }
}
