package io.distid.testservers.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One of several equal ranges of ports, which this process has for itself among the processes of its user. It holds a lock on a file of the
 * range's number, and the system releases the lock with the process. If no lock can be held, the process's id chooses the range, which another
 * process may use, too. Taken once in a process from one directory.
 *
 * @param number the number of the range, from 0
 * @param lock kept here, since a collected channel releases its lock; null for none
 */
record PortRangeLock(int number, @Nullable FileLock lock) {
    static PortRangeLock take(Path directory, int places) {
        int first = byProcess(places);
        for (int i = 0; i < places; i++) {
            int number = (first + i) % places;
            FileLock lock = tryLock(directory.resolve("ports-" + number));
            if (lock != null) {
                return new PortRangeLock(number, lock);
            }
        }
        return shared(places);
    }

    /** Returns a range that another process may use, too. */
    static PortRangeLock shared(int places) {
        return new PortRangeLock(byProcess(places), null);
    }

    private static int byProcess(int places) {
        return (int) (ProcessHandle.current().pid() % places);
    }

    @SuppressWarnings("resource")
    private static @Nullable FileLock tryLock(Path file) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock;
        } catch (IOException e) {
            return null;
        }
    }
}
