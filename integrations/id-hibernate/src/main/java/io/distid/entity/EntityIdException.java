package io.distid.entity;

import io.distid.IdException;

/**
 * A field that {@link DistId} is on cannot have its id: the generator's name is unknown, the type cannot hold the id, or the generator failed.
 *
 * <p>The message names entity and field. Immutable.
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
     * With the error beneath.
     *
     * @param message what happened, where, and what the developer can do
     * @param cause the error beneath
     */
    public EntityIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
