package io.distid.testkit.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Runs one test of a contract by its name. */
public final class Outcomes {
    private Outcomes() {}

    /**
     * Runs a test that should fail.
     *
     * @return how it failed
     * @throws IllegalStateException if it passed
     */
    public static AssertionError of(Object contract, String test) {
        try {
            method(contract.getClass(), test).invoke(contract);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof AssertionError failure) {
                return failure;
            }
            return new AssertionError(e.getCause().toString(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException(test + " passed");
    }

    private static Method method(Class<?> type, String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    return method;
                }
            }
        }
        throw new IllegalStateException("no test " + name + " in " + type);
    }
}
