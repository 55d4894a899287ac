package io.distid.testkit.simulation;

import io.distid.ConfigException;
import io.distid.internal.worker.DurableFile;
import io.distid.testkit.simulation.SimulatedDisk.Inode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of a {@link SimulatedDisk}, as one process sees it. */
record SimulatedFile(SimulatedDisk disk, SimulatedProcess process, String name) implements DurableFile {
    private static final String STAGED = ".new";

    @Override
    public Path path() {
        return Path.of(process.name(), name);
    }

    @Override
    public boolean exists() {
        disk.step(process);
        return disk.find(name) != null;
    }

    @Override
    public Held lock() {
        disk.step(process);
        Inode lock = disk.findOrMake(lockName());
        if (!lock.lockedBy.isEmpty()) {
            throw new ConfigException(path() + " is in use by a running process");
        }
        lock.lockedBy.add(process);
        return new HeldFile(this, lock);
    }

    private String lockName() {
        return name + ".lock";
    }

    private String staged(String token) {
        return name + "." + token + STAGED;
    }

    /** Before each step other processes may run, or the process may crash. */
    static final class HeldFile implements Held {
        private final SimulatedFile file;
        private final SimulatedDisk disk;
        private final SimulatedProcess process;
        private final Inode lock;

        HeldFile(SimulatedFile file, Inode lock) {
            this.file = file;
            this.disk = file.disk;
            this.process = file.process;
            this.lock = lock;
        }

        @Override
        public byte @Nullable [] read() {
            disk.step(process);
            Inode found = disk.findToRead(process, file.name);
            return found == null ? null : found.data.clone();
        }

        @Override
        public void stage(String token, byte[] content) {
            disk.step(process);
            Inode made = disk.findOrMake(file.staged(token));
            disk.step(process);
            made.data = content.clone();
            disk.step(process);
            disk.sync(made);
        }

        @Override
        public void replace(String token) throws NoSuchFileException {
            disk.step(process);
            disk.move(process, file.staged(token), file.name);
            disk.step(process);
            disk.sync(null);
        }

        @Override
        public void discard(@Nullable String token) {
            for (String each : disk.names()) {
                boolean named = token == null
                        ? each.startsWith(file.name + ".") && each.endsWith(STAGED)
                        : each.equals(file.staged(token));
                if (named) {
                    disk.step(process);
                    disk.delete(each);
                }
            }
        }

        @Override
        public boolean isLocked() {
            disk.step(process);
            Inode found = disk.find(file.lockName());
            return found != null && disk.keyOf(found).equals(disk.keyOf(lock));
        }

        @Override
        public void close() {
            lock.lockedBy.remove(process);
        }
    }
}
