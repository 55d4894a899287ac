package io.distid.process;

/**
 * What holds state that a copy of the process would have, too. Called by any thread, while others use the object; should throw nothing:
 * what it throws goes to whoever tells of the copy, once all others have been told.
 *
 * @see CopyDetector#tell(CopyListener)
 */
public interface CopyListener {

    /** A checkpoint is about to be made; threads go on until then. */
    default void beforeCopy() {}

    /** The process goes on after a checkpoint, or was restored from one: there may be two of it. */
    void copied();

    /** The clock jumped, as it does when a machine goes on from a snapshot, or is set. As {@link #copied()} unless it costs too much. */
    default void maybeCopied() {
        copied();
    }
}
