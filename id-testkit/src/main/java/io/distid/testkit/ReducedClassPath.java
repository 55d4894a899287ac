package io.distid.testkit;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of this JVM without some jars. It shows what a module does if an optional library is absent.
 *
 * <p>Stateless: safe for use by any number of threads.
 */
public final class ReducedClassPath {
    private ReducedClassPath() {}

    /**
     * Calls a method of a freshly loaded class. All classes that it needs are loaded again, too, and the thread has its
     * class loader.
     *
     * @param type the public class of the method
     * @param method the name of a public static method without parameters
     * @param absent one class of each jar that is left out
     * @return what the method returns
     * @throws AssertionError if the method throws; the cause is what it threw
     */
    public static @Nullable Object call(Class<?> type, String method, Class<?>... absent) {
        Set<URI> leftOut = Stream.of(absent).map(ReducedClassPath::jar).collect(Collectors.toSet());
        URL[] classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri())
                .filter(entry -> !leftOut.contains(entry))
                .map(ReducedClassPath::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            return loader.loadClass(type.getName()).getMethod(method).invoke(null);
        } catch (InvocationTargetException e) {
            throw new AssertionError(type.getName() + "." + method + " failed", e.getCause());
        } catch (ReflectiveOperationException | IOException e) {
            throw new AssertionError(type.getName() + "." + method + " cannot be called", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URI jar(Class<?> type) {
        return URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString());
    }

    private static URL url(URI entry) {
        try {
            return entry.toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
