package io.distid.entity;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import io.distid.text.TextForm;
import java.lang.System.Logger.Level;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.EnumSet;
import java.util.Locale;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
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
    private static final System.Logger LOG = System.getLogger(HibernateIdGenerator.class.getName());

    // Hibernate declares generators serializable, and serializes none: a session factory is found again by its name.
    private transient @Nullable IdField field;
    private transient @Nullable NamedGenerators generators;

    /** For Hibernate. */
    public HibernateIdGenerator() {}

    /**
     * Finds the field's generator, which is thereby opened if it was not. While Spring processes an application ahead of time, none is looked for.
     *
     * @throws EntityIdException if there is no such generator, its ids do not fit the type or the column, or a second annotation generates the value
     */
    // From 7.3 on there is a second form, which calls this one; 6.6 has no other.
    @SuppressWarnings("removal")
    @Override
    public void initialize(DistId annotation, Member member, GeneratorCreationContext context) {
        GeneratorsService service = context.getServiceRegistry().requireService(GeneratorsService.class);
        if (service.isForBuild()) {
            // Nothing is inserted there, and no store of the application may be reached.
            return;
        }
        try {
            // First, since a wrong setting is no error of this field.
            service.generators();
            initialize(annotation, member, context, service);
        } catch (RuntimeException | Error e) {
            service.failed(e);
            throw e;
        }
    }

    private void initialize(
            DistId annotation, Member member, GeneratorCreationContext context, GeneratorsService service) {
        String entity = entity(member, context.getPersistentClass());
        String name = IdFields.name(member);
        @Nullable Property property = property(name, context.getProperty());
        IdFields.requireOnlyOne(entity, name, (AnnotatedElement) member);
        field = new IdField(entity, name, type(member, property), annotation);
        generators = service;
        IdGenerator generator = field.generator(service);
        requireLength(field, generator, property);
        warnOfCase(field, generator, property, context.getDatabase().getDialect());
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

    /**
     * Whether the application may change the field after the insert: as any other. Hibernate asks for it from 7.0 on.
     *
     * @return true
     */
    public boolean allowMutation() {
        return true;
    }

    /**
     * Whether an id that is set is stored as it is.
     *
     * @return as {@link DistId#assigned()}
     */
    @Override
    public boolean allowAssignedIdentifiers() {
        return field != null && field.annotation().assigned();
    }

    /** An embeddable's field is that of its own class, whoever embeds it. */
    private static String entity(Member member, @Nullable PersistentClass entity) {
        Class<?> declaring = member.getDeclaringClass();
        return entity != null && declaring.isAssignableFrom(entity.getMappedClass())
                ? entity.getEntityName()
                : declaring.getName();
    }

    /** Of a composite id Hibernate tells the whole, not the part that the annotation is on. */
    private static @Nullable Property property(String name, @Nullable Property property) {
        // With an @IdClass 6.6 tells none.
        if (property == null) {
            return null;
        }
        return property.getValue() instanceof Component component && component.hasProperty(name)
                ? component.getProperty(name)
                : property;
    }

    /** As declared, unless that is left to subclasses. */
    private static Class<?> type(Member member, @Nullable Property property) {
        Type declared =
                member instanceof Field field ? field.getGenericType() : ((Method) member).getGenericReturnType();
        if (declared instanceof Class<?> type) {
            return type;
        }
        if (property != null) {
            return property.getType().getReturnedClass();
        }
        return member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
    }

    /** Two ids are one key to a column that compares without case, and by MySQL's defaults each does. */
    private static void warnOfCase(IdField field, IdGenerator generator, @Nullable Property property, Dialect dialect) {
        if (field.type() != String.class
                || property == null
                || !field.isTextCaseSensitive(generator)
                || !(dialect instanceof MySQLDialect)) {
            return;
        }
        TextForm form = field.annotation().text();
        String texts = form == TextForm.CANONICAL
                ? "texts that generator \"" + field.annotation().value() + "\" was opened to write"
                : "texts of the form " + form;
        for (Column column : property.getColumns()) {
            String definition = column.getSqlType() + " " + column.getCollation();
            if (!definition.toLowerCase(Locale.ROOT).contains("bin")) {
                LOG.log(
                        Level.WARNING,
                        field.entity() + "." + field.name() + ": " + texts + " differ in case, and column "
                                + column.getName()
                                + " may be compared without it, so that two ids are one key: declare it CHARACTER SET ascii COLLATE"
                                + " ascii_bin, or take crockford, base36, hex or padded");
            }
        }
    }

    private static void requireLength(IdField field, IdGenerator generator, @Nullable Property property) {
        if (field.type() != String.class || property == null) {
            return;
        }
        int length = field.textLength(generator);
        for (Column column : property.getColumns()) {
            if (column.getLength() != null && column.getLength() < length) {
                throw field.failure(
                        "column " + column.getName() + " is too short: it holds " + column.getLength()
                                + " characters, and the text of an id has up to " + length,
                        null);
            }
        }
    }
}
