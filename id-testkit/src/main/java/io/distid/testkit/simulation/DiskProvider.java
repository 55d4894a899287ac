package io.distid.testkit.simulation;

import io.distid.testkit.simulation.SimulatedDisk.Inode;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations of a {@link SimulatedDisk}: each happens at one moment, before which others may run. */
final class DiskProvider extends FileSystemProvider {
    static final DiskProvider ONLY = new DiskProvider();

    private DiskProvider() {}

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        DiskPath file = stepped(path);
        SimulatedDisk disk = file.files().disk();
        if (file.isRoot()) {
            return new DiskChannel(disk, file.files().process(), null);
        }
        Inode inode = options.contains(StandardOpenOption.READ)
                ? disk.openToRead(file.files().process(), file.name())
                : disk.open(
                        file.name(),
                        options.contains(StandardOpenOption.CREATE),
                        options.contains(StandardOpenOption.CREATE_NEW));
        if (options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
            inode.data = new byte[0];
        }
        return new DiskChannel(disk, file.files().process(), inode);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
        DiskPath directory = stepped(path);
        List<Path> found = directory.files().disk().names().stream()
                .map(name -> (Path) new DiskPath(directory.files(), name))
                .toList();
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
    }

    @Override
    public void delete(Path path) throws IOException {
        DiskPath file = stepped(path);
        file.files().disk().remove(file.name());
    }

    @Override
    public Path readSymbolicLink(Path link) {
        DiskPath file = stepped(link);
        return new DiskPath(file.files(), file.files().disk().resolve(file.name()));
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        DiskPath file = stepped(from);
        file.files().disk().move(file.files().process(), file.name(), ((DiskPath) to).name());
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        attributes(stepped(path), false);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        boolean noFollow = Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS);
        return type.cast(attributes(stepped(path), noFollow));
    }

    private static DiskAttributes attributes(DiskPath path, boolean noFollow) throws NoSuchFileException {
        if (path.isRoot()) {
            return new DiskAttributes(null, true, false, 0);
        }
        SimulatedDisk disk = path.files().disk();
        if (noFollow && path.name().startsWith(SimulatedDisk.ALIAS)) {
            return new DiskAttributes(null, false, true, 0);
        }
        Inode inode = disk.find(path.name());
        if (inode == null) {
            throw new NoSuchFileException(path.name());
        }
        return new DiskAttributes(disk.keyOf(inode), false, false, inode.data.length);
    }

    private static DiskPath stepped(Path path) {
        DiskPath on = (DiskPath) path;
        on.files().step();
        return on;
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public String getScheme() {
        return "simulated";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return null;
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }
}
