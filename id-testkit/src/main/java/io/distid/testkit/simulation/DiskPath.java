package io.distid.testkit.simulation;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file of a {@link SimulatedDisk}, or its directory, if the name is empty. */
final class DiskPath implements Path {
    private final DiskFileSystem files;
    private final String name;

    DiskPath(DiskFileSystem files, String name) {
        this.files = files;
        this.name = name;
    }

    String name() {
        return name;
    }

    DiskFileSystem files() {
        return files;
    }

    boolean isRoot() {
        return name.isEmpty();
    }

    @Override
    public FileSystem getFileSystem() {
        return files;
    }

    @Override
    public boolean isAbsolute() {
        return true;
    }

    @Override
    public @Nullable Path getRoot() {
        return new DiskPath(files, "");
    }

    @Override
    public @Nullable Path getFileName() {
        // Named as it is, since it is put into other names.
        return isRoot() ? null : Path.of(name);
    }

    @Override
    public @Nullable Path getParent() {
        return isRoot() ? null : new DiskPath(files, "");
    }

    @Override
    public Path resolve(Path other) {
        return other instanceof DiskPath ? other : new DiskPath(files, other.toString());
    }

    @Override
    public Path resolve(String other) {
        return new DiskPath(files, other);
    }

    @Override
    public Path toAbsolutePath() {
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) throws NoSuchFileException {
        files.step();
        if (!isRoot() && files.disk().find(name) == null) {
            throw new NoSuchFileException(name);
        }
        return new DiskPath(files, files.disk().resolve(name));
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DiskPath path && path.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(toString());
    }

    @Override
    public String toString() {
        return files.root() + "/" + name;
    }

    @Override
    public int getNameCount() {
        return 1;
    }

    @Override
    public Path getName(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path subpath(int from, int to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean startsWith(Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean endsWith(Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path normalize() {
        return this;
    }

    @Override
    public Path relativize(Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public URI toUri() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }
}
