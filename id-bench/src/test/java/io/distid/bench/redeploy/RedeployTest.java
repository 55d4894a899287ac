package io.distid.bench.redeploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A container's threads live longer than an application. Once its generators are closed, nothing in them keeps the application's classes. Two are left
 * out: MySQL's driver registers itself with the JVM, and of {@code worker=file} JDK 17 keeps a class, since it caches the last type that two records were compared by.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedeployTest {
    private final Servers servers = new Servers();
    private final ExecutorService container = Executors.newSingleThreadExecutor();
    private int node = 700;

    @AfterAll
    void end() {
        container.shutdownNow();
        servers.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uuid-v1",
                "uuid-v4",
                "uuid-v6",
                "uuid-v7",
                "uuid-v7 order=thread",
                "uuid-v7 thread fast",
                "uuid-v7 text=typeid",
                "snowflake",
                "snowflake lead=1d coarse",
                "snowflake text=opaque",
                "snowflake worker=redis",
                "snowflake worker=zookeeper",
                "snowflake worker=etcd",
                "sonyflake",
                "leaf-segment store=etcd",
                "redis-incr"
            })
    void nothingOfTheApplicationIsLeft(String name) throws Exception {
        Subject subject = Catalogue.subject(name);
        Map<String, String> settings = subject.settings().of(node++, servers);
        WeakReference<ClassLoader> application = run(subject.origin().strategy(), settings);
        await("the class loader of an application that used " + name + " is collected")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    System.gc();
                    return application.get() == null;
                });
    }

    /** In a method of its own, so that no local variable of the waiting one has the loader. */
    private WeakReference<ClassLoader> run(String strategy, Map<String, String> settings) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Object drawn = container
                    .submit(() -> {
                        Thread thread = Thread.currentThread();
                        ClassLoader before = thread.getContextClassLoader();
                        thread.setContextClassLoader(loader);
                        try {
                            return application(loader, strategy, settings).call();
                        } finally {
                            thread.setContextClassLoader(before);
                        }
                    })
                    .get(3, TimeUnit.MINUTES);
            assertThat(drawn).isEqualTo(3000);
            return new WeakReference<>(loader);
        }
    }

    @SuppressWarnings("unchecked")
    private static Callable<Object> application(ClassLoader loader, String strategy, Map<String, String> settings)
            throws ReflectiveOperationException {
        return (Callable<Object>) loader.loadClass(DrawingApplication.class.getName())
                .getConstructor(String.class, Map.class)
                .newInstance(strategy, settings);
    }

    private static URL[] classPath() throws IOException {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> {
                    try {
                        return Path.of(entry).toUri().toURL();
                    } catch (MalformedURLException e) {
                        return fail(e);
                    }
                })
                .toArray(URL[]::new);
    }
}
