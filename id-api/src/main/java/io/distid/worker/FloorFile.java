package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file of this node that keeps over restarts how far numbers of a store were issued here, so that a store that went back meanwhile is
 * noticed.
 *
 * <p>It is written before a number above its bound is issued, and the bound lies some numbers ahead, so that a write serves for all of those. It
 * also keeps a number that the store had granted by then: below that the store has gone back for certain. A close writes the last one of all.
 * After a crash the store may stand between the two, and nobody knows whether it went back: numbers up to the bound are then not issued.
 *
 * <p>One process at a time holds a file; a copy of it is not seen, and is a floor as good as the other. Safe for use by any number of
 * threads.
 */
public final class FloorFile implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FloorFile.class.getName());

    /** Of one write: who is interrupted without pause does not write for ever. */
    private static final int MOST_INTERRUPTS = 100;

    private final LockedFile<Floor> file;
    private final Floor found;
    private final boolean missing;
    private final long step;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong greatest = new AtomicLong();
    private volatile long bound;
    private volatile boolean closed;

    private FloorFile(LockedFile<Floor> file, Floor found, boolean missing, long step) {
        this.file = file;
        this.found = found;
        this.missing = missing;
        this.step = step;
        this.bound = found.bound();
    }

    /**
     * Locks a file and reads it. One that does not exist is made by {@link #start()}, or with the first number.
     *
     * @param path the file; symbolic links are followed
     * @param sequence whose numbers, in words: a file of another sequence is refused
     * @param create whether a file that does not exist is made
     * @param step how many numbers one write serves for, from 1
     * @return held until it is closed
     * @throws ConfigException if a running process holds it, it does not exist, or is of another sequence
     * @throws BackendException if it cannot be locked or read, or is not whole
     */
    public static FloorFile open(Path path, String sequence, boolean create, long step) {
        LockedFile<Floor> file = LockedFile.lock(Floor.KIND, path);
        try {
            Floor found = file.read();
            boolean missing = found == null;
            if (found == null) {
                requireCreation(path, create);
                found = new Floor(sequence, 0, 0);
            } else if (!found.sequence().equals(sequence)) {
                throw new ConfigException("floor file " + path + " is of " + found.sequence() + ", not of " + sequence
                        + ": name another file");
            }
            return new FloorFile(file, found, missing, step);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static void requireCreation(Path path, boolean create) {
        if (!create) {
            throw new ConfigException("floor file " + path + " does not exist: to start a new one, give"
                    + " file-create=true. Leave that out again later: a file that is missing then was lost, and whether"
                    + " the store went back since cannot be seen.");
        }
    }

    /**
     * Writes the file as it was found, and makes it if it is missing: a directory that cannot be written is found out now rather than at the first number. To be called once
     * nothing else refuses the numbers, since a file that was made is of their sequence.
     *
     * @throws BackendException if it cannot be written
     */
    public void start() {
        if (missing) {
            LOG.log(
                    Level.INFO,
                    "floor file " + path() + " is started for " + found.sequence()
                            + "; whether the store went back before this moment is not known");
        }
        file.write(found);
    }

    /**
     * Where the file is.
     *
     * @return as it was given
     */
    public Path path() {
        return file.path();
    }

    /**
     * The greatest number that the store is known to have granted before this was opened: if it stands below that, it went back.
     *
     * @return 0 if there is none
     */
    public long granted() {
        return found.granted();
    }

    /**
     * What may have been issued before this was opened: numbers up to it must not be issued again.
     *
     * @return 0 if there is none; more than {@link #granted()} only after a crash
     */
    public long issuedUntil() {
        return found.bound();
    }

    /**
     * To be called before a number is issued.
     *
     * @param number granted by the store, as are all that are issued by right of this call
     * @param most how far the bound may lie ahead, at least {@code number}
     * @throws BackendException if the file cannot be written, or is not this process's any more: the number must not be issued
     * @throws IllegalStateException if this is closed: the number must not be issued
     */
    public void raise(long number, long most) {
        // Before the look at closed: a close that was not seen yet then sees this number.
        greatest.accumulateAndGet(number, Math::max);
        requireOpen();
        if (number <= bound) {
            return;
        }
        turn.lock();
        try {
            requireOpen();
            if (number > bound) {
                long next = number > most - step ? most : number + step - 1;
                write(new Floor(found.sequence(), number, next));
                bound = next;
            }
        } finally {
            turn.unlock();
        }
    }

    /** Writes exactly what was issued, and lets another process hold the file. A second call does nothing. */
    @Override
    public void close() {
        turn.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            long last = greatest.get();
            if (last > 0) {
                write(new Floor(found.sequence(), last, last));
            }
        } finally {
            file.close();
            turn.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("floor file " + path() + " is closed");
        }
    }

    /** An interrupt closes the channel that is written to. It is the caller's to see, and no reason to lose a number that was granted. */
    private void write(Floor floor) {
        boolean interrupted = Thread.interrupted();
        try {
            for (int interrupts = 0; ; interrupts++) {
                try {
                    file.write(floor);
                    return;
                } catch (BackendException e) {
                    if (!(e.getCause() instanceof ClosedByInterruptException) || interrupts == MOST_INTERRUPTS) {
                        throw e;
                    }
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
