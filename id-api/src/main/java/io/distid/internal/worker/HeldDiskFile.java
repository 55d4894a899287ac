package io.distid.internal.worker;

import io.distid.internal.worker.DiskFile.Locked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A {@link DiskFile} that is locked. */
final class HeldDiskFile implements DurableFile.Held {
    private static final String STAGED = ".new";

    /** The file by its real path, since a rename must replace the file and not a link to it. Then its lock file. */
    private final List<Path> paths;

    private final Path file;
    private final Locked locked;
    private final AtomicBoolean closed = new AtomicBoolean();

    HeldDiskFile(List<Path> paths, Locked locked) {
        this.paths = paths;
        this.file = paths.get(0);
        this.locked = locked;
    }

    @Override
    public byte @Nullable [] read() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return Channels.newInputStream(channel).readNBytes(WorkerFileText.MOST_BYTES + 1);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public void stage(String token, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                staged(token), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Without the sync of the directory, a power failure may undo the rename. Windows has no such call, and does not need it on NTFS. */
    @Override
    public void replace(String token) throws IOException {
        Files.move(staged(token), file, StandardCopyOption.ATOMIC_MOVE);
        if (!System.getProperty("os.name").startsWith("Windows")) {
            try (FileChannel directory = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    @Override
    public void discard(@Nullable String token) throws IOException {
        if (token != null) {
            Files.deleteIfExists(staged(token));
            return;
        }
        Pattern all = Pattern.compile(Pattern.quote(file.getFileName() + ".") + "[0-9a-f]{40}" + Pattern.quote(STAGED));
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(file.getParent())) {
            for (Path sibling : siblings) {
                if (all.matcher(sibling.getFileName().toString()).matches()) {
                    Files.deleteIfExists(sibling);
                }
            }
        } catch (DirectoryIteratorException e) {
            // An iterator wraps the exception; its cause is thrown instead.
            throw e.getCause();
        }
    }

    @Override
    public boolean isLocked() throws IOException {
        return locked.key().equals(DiskFile.keyOf(paths.get(1)));
    }

    /** Frees the lock, and only then the name. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            locked.close();
            HeldFiles.leave(paths);
        }
    }

    private Path staged(String token) {
        return file.resolveSibling(file.getFileName() + "." + token + STAGED);
    }
}
