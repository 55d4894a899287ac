package io.distid.spi;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A class path that is made up for one test: directories with nothing but {@code META-INF/services}. */
public final class ServiceFiles implements AutoCloseable {
    private final Path directory;
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final List<URL> urls = new ArrayList<>();
    private final List<URLClassLoader> loaders = new ArrayList<>();

    /** An empty class path in front of the real one. */
    public ServiceFiles(Path directory) {
        this.directory = directory;
    }

    /** Adds an entry that registers these lines, and makes the class path the thread's. */
    public ServiceFiles with(Class<?> service, String... lines) throws IOException {
        Path entry = directory.resolve("entry-" + urls.size());
        Path file = entry.resolve("META-INF/services").resolve(service.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", lines));
        urls.add(entry.toUri().toURL());
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), before);
        loaders.add(loader);
        Thread.currentThread().setContextClassLoader(loader);
        return this;
    }

    @Override
    public void close() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }
}
