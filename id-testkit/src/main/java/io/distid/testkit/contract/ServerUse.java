package io.distid.testkit.contract;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Each test of a contract shares the server of its class with other tests, unless it {@linkplain StopsServer stops} the server.
 * Stateless.
 */
final class ServerUse implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosingTypes, Class<?> testClass, Method test) {
        ResourceAccessMode mode =
                test.isAnnotationPresent(StopsServer.class) ? ResourceAccessMode.READ_WRITE : ResourceAccessMode.READ;
        return Set.of(new Lock("the server of " + testClass.getName(), mode));
    }
}
