package io.distid.testkit.simulation;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/** A {@link SimulatedDisk} as one process sees it. */
final class DiskFileSystem extends FileSystem {
    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    /** Another one for each process: what this JVM remembers of names is each process's own. */
    private final String root;

    DiskFileSystem(SimulatedDisk disk, SimulatedProcess process, String root) {
        this.disk = disk;
        this.process = process;
        this.root = root;
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedProcess process() {
        return process;
    }

    String root() {
        return root;
    }

    void step() {
        disk.step(process);
    }

    @Override
    public FileSystemProvider provider() {
        return DiskProvider.ONLY;
    }

    @Override
    public Path getPath(String first, String... more) {
        return new DiskPath(this, first);
    }

    @Override
    public void close() {
        // Goes with the world.
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(new DiskPath(this, ""));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic");
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
