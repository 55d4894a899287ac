package io.distid.testkit;

import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Copies what one process knows of a lease, as a checkpoint that is restored twice does: backends, tokens, and atomic fields, each once.
 * What they refer to besides, such as a connection, is shared.
 */
final class LeaseCopies {
    private final Map<Object, Object> copies = new IdentityHashMap<>();

    private LeaseCopies() {}

    /**
     * A lease that nothing renews but {@link RenewedLease#renew()}.
     *
     * @param request gives namespace, reservation and clock
     */
    static RenewedLease of(RenewedLease lease, WorkerRequest request) {
        try {
            Field backend = RenewedLease.class.getDeclaredField("backend");
            backend.setAccessible(true);
            Object copy = new LeaseCopies().copy(backend.get(lease));
            return new RenewedLease(
                    request, lease.workerId(), lease.stampedUntil(), lease.reservedUntil(), (LeaseBackend) copy);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new AssertionError("cannot copy what holds " + lease.workerId() + ": override copyOf", e);
        }
    }

    private @Nullable Object copy(@Nullable Object value) throws ReflectiveOperationException {
        if (value == null || copies.containsKey(value)) {
            return value == null ? null : copies.get(value);
        }
        if (value instanceof AtomicLong number) {
            return kept(value, new AtomicLong(number.get()));
        }
        if (value instanceof AtomicInteger number) {
            return kept(value, new AtomicInteger(number.get()));
        }
        if (value instanceof AtomicBoolean flag) {
            return kept(value, new AtomicBoolean(flag.get()));
        }
        if (value instanceof AtomicReference<?> reference) {
            return kept(value, new AtomicReference<>(copy(reference.get())));
        }
        if (value instanceof LeaseBackend || value instanceof LeaseToken) {
            return value.getClass().isRecord() ? copyOfRecord(value) : copyOfObject(value);
        }
        return value;
    }

    private Object copyOfRecord(Object value) throws ReflectiveOperationException {
        RecordComponent[] components = value.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] parts = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            Field field = value.getClass().getDeclaredField(components[i].getName());
            field.setAccessible(true);
            parts[i] = copy(field.get(value));
        }
        Constructor<?> constructor = value.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return kept(value, constructor.newInstance(parts));
    }

    private Object copyOfObject(Object value) throws ReflectiveOperationException {
        Object copy = kept(value, blank(value.getClass()));
        for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(copy, copy(field.get(value)));
                }
            }
        }
        return copy;
    }

    /** As deserialization makes one: no constructor runs. The class is looked up, since naming it is a warning. */
    private static Object blank(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object maker = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> constructor =
                (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(maker, type, Object.class.getDeclaredConstructor());
        return constructor.newInstance();
    }

    private Object kept(Object value, Object copy) {
        copies.put(value, copy);
        return copy;
    }
}
