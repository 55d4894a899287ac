package io.distid.entity;

import io.distid.IdException;

/**
 * A field with {@link DistId} cannot have its id: the generator's name is unknown, the type cannot hold the id, or the
 * generator failed.
 *
 * <p>Now: The start fails, or the entity is not saved. The message names entity and field.
 *
 * <p>To do: Correct the annotation or the type of the field. If the generator failed, the exception that is the cause says
 * what to do.
 *
 * <p>Immutable.
 */
public final class EntityIdException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, where, and what the developer can do
     */
    public EntityIdException(String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message what happened, where, and what the developer can do
     * @param cause the cause
     */
    public EntityIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
