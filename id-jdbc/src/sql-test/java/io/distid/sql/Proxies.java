package io.distid.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects of an interface whose calls a test answers itself, or passes on. */
public final class Proxies {
    private Proxies() {}

    /** The answer to a call. */
    public interface Call {
        Object of(Method method, Object[] arguments) throws Throwable;
    }

    public static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return call.of(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
