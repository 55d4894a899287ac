package io.distid.entity;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.UuidGenerator;
import io.distid.text.TextForm;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A field with {@link DistId}: its generator, and how an id becomes a value of its type. It depends on no framework.
 *
 * <p>The constructor throws {@link EntityIdException} unless the type is {@code long}, {@code Long}, {@link UUID} or
 * {@link String}. Immutable.
 *
 * @param entity the class of the field, for messages
 * @param name the field's name
 * @param type the field's type
 * @param annotation the annotation of the field
 */
public record IdField(String entity, String name, Class<?> type, DistId annotation) {

    public IdField {
        if (type != long.class && type != Long.class && type != UUID.class && type != String.class) {
            throw new EntityIdException(in(entity, name, annotation) + "type " + type.getTypeName()
                    + " cannot hold an id: it must be a long, Long, UUID or String");
        }
    }

    /**
     * Whether a field still needs an id.
     *
     * @param value the value of the field
     * @return true for null and 0
     */
    public static boolean isUnset(@Nullable Object value) {
        return value == null || value instanceof Long id && id == 0;
    }

    /**
     * Finds the generator, and opens it if needed. Takes no id.
     *
     * @param generators the application's generators
     * @return the generator, whose ids the field's type can hold
     * @throws EntityIdException if no generator has the name, it cannot be opened, or its ids do not fit the type
     */
    public IdGenerator generator(NamedGenerators generators) {
        IdGenerator generator;
        try {
            generator = generators.get(annotation.value());
        } catch (RuntimeException e) {
            throw failure(e.getMessage(), e);
        }
        if (type != String.class && (type == UUID.class) != (generator instanceof UuidGenerator)) {
            throw failure(
                    type == UUID.class
                            ? "a UUID cannot hold the ids of this generator, which are 63 bits: take a long, a Long or a String"
                            : "a " + type.getSimpleName()
                                    + " cannot hold the ids of this generator, which are UUIDs: take a UUID or a String",
                    null);
        }
        return generator;
    }

    /**
     * Issues the next id.
     *
     * @param generators the application's generators, looked up each time, so that an application may replace a closed
     *     one
     * @return a {@link Long}, {@link UUID} or {@link String}, by the field's type
     * @throws EntityIdException as {@link #generator}, and if the generator fails; its own exception is the cause
     */
    public Object next(NamedGenerators generators) {
        IdGenerator generator = generator(generators);
        try {
            if (type == String.class) {
                return text(generator);
            }
            return generator instanceof LongIdGenerator longs ? longs.nextId() : ((UuidGenerator) generator).nextUuid();
        } catch (RuntimeException e) {
            throw failure("no id: " + e.getMessage(), e);
        }
    }

    /**
     * The length of the longest text that {@link #next} returns for a {@link String}.
     *
     * @param generator the field's
     * @return in characters
     */
    public int textLength(IdGenerator generator) {
        if (annotation.text() == TextForm.CANONICAL) {
            return generator.textLength();
        }
        return generator instanceof LongIdGenerator
                ? annotation.text().longs().maxLength(generator.traits().bits())
                : annotation.text().uuids().maxLength();
    }

    /**
     * Whether two texts that {@link #next} returns for a {@link String} may differ in the case of a letter alone.
     *
     * @param generator the field's
     * @return as the form says that the annotation names, or, without one, the generator
     */
    public boolean isTextCaseSensitive(IdGenerator generator) {
        return annotation.text() == TextForm.CANONICAL
                ? generator.isTextCaseSensitive()
                : annotation.text().isCaseSensitive();
    }

    /**
     * An error of this field.
     *
     * @param message what happened
     * @param cause the error beneath, if there is one
     * @return whose message begins with entity, field and annotation
     */
    public EntityIdException failure(@Nullable String message, @Nullable Throwable cause) {
        String whole = in(entity, name, annotation) + message;
        return cause == null ? new EntityIdException(whole) : new EntityIdException(whole, cause);
    }

    private String text(IdGenerator generator) {
        TextForm form = annotation.text();
        if (form == TextForm.CANONICAL) {
            return generator.nextText();
        }
        return generator instanceof LongIdGenerator longs
                ? form.longs().encode(longs.nextId())
                : form.uuids().encode(((UuidGenerator) generator).nextUuid());
    }

    /** The start of a message about a field. */
    static String in(String entity, String name, DistId annotation) {
        return entity + "." + name + ", @DistId(\"" + annotation.value() + "\"): ";
    }
}
