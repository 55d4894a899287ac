package io.distid.testkit.simulation;

import io.distid.testkit.simulation.SimulatedDisk.Inode;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A channel of one process on a file of a {@link SimulatedDisk}, or on its directory, if there is no file. */
final class DiskChannel extends FileChannel {
    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final @Nullable Inode inode;
    private int position;

    DiskChannel(SimulatedDisk disk, SimulatedProcess process, @Nullable Inode inode) {
        this.disk = disk;
        this.process = process;
        this.inode = inode;
    }

    /** The same of a copy of the process, with the same locks. */
    DiskChannel copyFor(SimulatedProcess copy) {
        if (inode != null && inode.lockedBy.contains(process)) {
            inode.lockedBy.add(copy);
        }
        return new DiskChannel(disk, copy, inode);
    }

    SimulatedProcess process() {
        return process;
    }

    @Override
    public int read(ByteBuffer into) {
        disk.step(process);
        byte[] data = file().data;
        int count = Math.min(into.remaining(), data.length - position);
        if (count <= 0) {
            return -1;
        }
        into.put(data, position, count);
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer from) {
        disk.step(process);
        int count = from.remaining();
        byte[] data = Arrays.copyOf(file().data, position + count);
        from.get(data, position, count);
        file().data = data;
        position += count;
        return count;
    }

    @Override
    public long size() {
        return file().data.length;
    }

    @Override
    public void force(boolean metaData) {
        disk.step(process);
        disk.sync(inode);
    }

    @Override
    public @Nullable FileLock tryLock(long from, long size, boolean shared) {
        disk.step(process);
        if (file().lockedBy.contains(process)) {
            throw new OverlappingFileLockException();
        }
        if (!file().lockedBy.isEmpty()) {
            return null;
        }
        file().lockedBy.add(process);
        return new FileLock(this, from, size, shared) {
            @Override
            public boolean isValid() {
                return file().lockedBy.contains(process);
            }

            @Override
            public void release() {
                file().lockedBy.remove(process);
            }
        };
    }

    /** As on POSIX: all locks of the process on this file are gone. */
    @Override
    protected void implCloseChannel() {
        if (inode != null) {
            inode.lockedBy.remove(process);
        }
    }

    private Inode file() {
        if (inode == null) {
            throw new UnsupportedOperationException("a directory");
        }
        return inode;
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long to, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into, long at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer from, long at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long size) {
        throw new UnsupportedOperationException();
    }
}
