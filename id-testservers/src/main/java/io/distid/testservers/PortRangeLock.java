package io.distid.testservers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Which of some equal ranges of ports this process looks in, and no other of its user meanwhile: it holds a lock on a file of that number, which
 * the system gives up with the process. Where none can be held, one by the process's id, which another may look in, too. Taken once in a process
 * from one directory.
 *
 * @param number from 0
 * @param lock kept, for a channel that is collected gives its lock up; null for none
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

    /** One that another process may look in, too. */
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
