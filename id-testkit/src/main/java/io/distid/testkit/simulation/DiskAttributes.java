package io.distid.testkit.simulation;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** The attributes that a {@link SimulatedDisk} has of a file. */
record DiskAttributes(@Nullable Object fileKey, boolean isDirectory, boolean isSymbolicLink, long size)
        implements BasicFileAttributes {
    @Override
    public boolean isRegularFile() {
        return !isDirectory && !isSymbolicLink;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public FileTime lastModifiedTime() {
        return FileTime.fromMillis(0);
    }

    @Override
    public FileTime lastAccessTime() {
        return FileTime.fromMillis(0);
    }

    @Override
    public FileTime creationTime() {
        return FileTime.fromMillis(0);
    }
}
