package io.distid.bench.duplicates;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that only this user can read, whatever the directory allows and the umask is. Stateless: safe for use by any number of threads.
 */
public final class OwnerOnlyFiles {
    private OwnerOnlyFiles() {}

    /**
     * Opens a file. If that creates it, no other user can read it at any moment. A file system without such permissions
     * uses its own.
     */
    public static FileChannel open(Path path, OpenOption... options) throws IOException {
        boolean posix =
                Files.getFileAttributeView(path.toAbsolutePath().getParent(), PosixFileAttributeView.class) != null;
        FileAttribute<?> owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return FileChannel.open(
                path, Set.of(options), posix ? new FileAttribute<?>[] {owner} : new FileAttribute<?>[0]);
    }
}
