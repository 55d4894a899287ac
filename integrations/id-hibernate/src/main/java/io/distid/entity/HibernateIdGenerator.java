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
 * Gives Hibernate the values of fields with {@link DistId}. Applications do not use it.
 *
 * <p>Values are made before the statement, so that inserts are batched. A field that is not an id keeps a value that
 * the application has set. Safe for use by any number of threads once Hibernate has initialized it.
 */
/*
 * Hibernate makes an instance for each field; 7.4 makes it twice, and 6.6 passes nothing to a constructor. So the
 * constructor has no parameters and opens nothing, and initialize sets all state once. The generators are in a service
 * of the registry, which both instances share.
 */
public final class HibernateIdGenerator implements BeforeExecutionGenerator, AnnotationBasedGenerator<DistId> {
    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(HibernateIdGenerator.class.getName());

    // Hibernate declares generators serializable but serializes none: it finds a session factory again by its name.
    private transient @Nullable IdField field;
    private transient @Nullable NamedGenerators generators;

    /** For Hibernate. */
    public HibernateIdGenerator() {}

    /**
     * Finds the field's generator, and opens it if needed. It looks for none while Spring processes an application
     * ahead of time.
     *
     * @throws EntityIdException if there is no such generator, its ids do not fit the type or the column, or a second annotation generates the value
     */
    // Hibernate 7.3 and later have a second form, which calls this one; 6.6 has only this one.
    @SuppressWarnings("removal")
    @Override
    public void initialize(DistId annotation, Member member, GeneratorCreationContext context) {
        GeneratorsService service = context.getServiceRegistry().requireService(GeneratorsService.class);
        if (service.isForBuild()) {
            // A build inserts nothing, and the application's stores may be unreachable.
            return;
        }
        try {
            // Checked first: a wrong setting is not an error of this field.
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
     * Whether the application may change the field after the insert, as any other field. Hibernate 7.0 and later ask.
     *
     * @return true
     */
    public boolean allowMutation() {
        return true;
    }

    /**
     * Whether an id that is set is kept.
     *
     * @return the value of {@link DistId#assigned()}
     */
    @Override
    public boolean allowAssignedIdentifiers() {
        return field != null && field.annotation().assigned();
    }

    /** The class that a field belongs to in messages. The field of an embeddable belongs to the embeddable's class. */
    private static String entity(Member member, @Nullable PersistentClass entity) {
        Class<?> declaring = member.getDeclaringClass();
        return entity != null && declaring.isAssignableFrom(entity.getMappedClass())
                ? entity.getEntityName()
                : declaring.getName();
    }

    /** The annotated property. For a part of a composite id, Hibernate passes the whole id instead. */
    private static @Nullable Property property(String name, @Nullable Property property) {
        // Hibernate 6.6 passes none for an @IdClass.
        if (property == null) {
            return null;
        }
        return property.getValue() instanceof Component component && component.hasProperty(name)
                ? component.getProperty(name)
                : property;
    }

    /** The declared type, unless the declaration leaves it to subclasses. */
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

    /**
     * Warns of columns that compare without case, as MySQL's columns do by default. Two ids may be the same key there.
     */
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
