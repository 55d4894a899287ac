package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.worker.WorkerIdsProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which class loaders are asked for providers. */
class ProviderLoadersTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path directory;

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void contextLoaderThatDoesNotKnowDistidHidesNothing() {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        assertThat(Providers.find(WorkerIdsProvider.class, "fixed").name()).isEqualTo("fixed");
        assertThat(Providers.all(WorkerIdsProvider.class)).isNotEmpty();
    }

    /** As in an executable jar or a WAR: the common pool's context loader is the JVM's, and distid is in a loader of the application. */
    @Test
    void commonPoolFindsWhatTheApplicationsLoaderHas() throws Exception {
        URL[] urls = {classes(Providers.class), classes(ProviderLoadersTest.class)};
        try (URLClassLoader application = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Class<?> opening = Class.forName(Opening.class.getName(), true, application);
            assertThat(opening).isNotSameAs(Opening.class);
            Supplier<?> supplier =
                    (Supplier<?>) opening.getDeclaredConstructor().newInstance();
            Object found = ForkJoinPool.commonPool().submit(supplier::get).get();
            assertThat(found).isEqualTo(List.of("fixed"));
        }
    }

    /** A module of an application server that has a strategy which neither the context loader nor distid's own can see. */
    @Test
    void loaderOfTheCallerIsAskedForWhatTheOthersDoNotHave() throws Exception {
        Path file = directory.resolve("META-INF/services/" + SegmentStoreProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, OnlyHere.class.getName());
        try (ChildFirst child = new ChildFirst(directory.toUri().toURL(), before)) {
            Supplier<?> caller = (Supplier<?>) Class.forName(Caller.class.getName(), true, child)
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(caller.get().getClass().getClassLoader()).isSameAs(child);
        }
    }

    private static URL classes(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Loaded by the application's loader, with distid. */
    public static final class Opening implements Supplier<List<String>> {
        /** By reflection. */
        public Opening() {}

        @Override
        public List<String> get() {
            return List.of(Providers.find(WorkerIdsProvider.class, "fixed").name());
        }
    }

    /** Loaded by the module's loader. */
    public static final class Caller implements Supplier<Object> {
        /** By reflection. */
        public Caller() {}

        @Override
        public Object get() {
            return Providers.find(SegmentStoreProvider.class, "only-here");
        }
    }

    /** Loaded by the module's loader. */
    public static final class OnlyHere extends StubProvider implements SegmentStoreProvider {
        /** For ServiceLoader. */
        public OnlyHere() {
            super("only-here");
        }

        @Override
        public SegmentStore open(IdConfig config) {
            throw new UnsupportedOperationException();
        }
    }

    /** Has the two classes of the module itself, and all others from its parent. */
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL services, ClassLoader parent) {
            super(new URL[] {services}, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Caller.class.getName()) && !name.equals(OnlyHere.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
