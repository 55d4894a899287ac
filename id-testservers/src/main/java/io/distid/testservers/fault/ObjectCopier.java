package io.distid.testservers.fault;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Copies the memory of a process, as a checkpoint that is restored twice does. It copies objects of distid, their private fields, and the
 * collections and atomics in them. Each object is copied once. For one thread.
 */
public final class ObjectCopier {
    private static final List<Class<?>> VALUES = List.of(
            CharSequence.class,
            Number.class,
            Boolean.class,
            Character.class,
            Enum.class,
            Class.class,
            Throwable.class,
            Duration.class,
            Instant.class,
            Optional.class,
            OptionalInt.class,
            OptionalLong.class,
            Path.class,
            RandomGenerator.class);

    private final List<Class<?>> shared;
    private final Map<Object, Object> copies = new IdentityHashMap<>();

    private ObjectCopier(List<Class<?>> shared, Map<?, ?> copied) {
        this.shared = shared;
        this.copies.putAll(copied);
    }

    /**
     * Copies an object and all objects that it refers to.
     *
     * @param <T> its type
     * @param original the object
     * @param shared types whose objects lie outside of the process; the copy refers to the same objects
     * @param copied the objects that are copied already, and their copies
     * @return the copy
     * @throws IllegalStateException if it refers to an object that is neither shared nor can be copied
     */
    public static <T> T copy(T original, List<Class<?>> shared, Map<?, ?> copied) {
        return new ObjectCopier(shared, copied).copy(original);
    }

    @SuppressWarnings("unchecked")
    private <T> T copy(T original) {
        Object known = copies.get(original);
        if (known != null) {
            return (T) known;
        }
        try {
            return (T) make(original);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy " + original.getClass(), e);
        }
    }

    private @Nullable Object copyOrNull(@Nullable Object original) {
        return original == null ? null : copy(original);
    }

    private Object make(Object original) throws ReflectiveOperationException {
        Class<?> type = original.getClass();
        // Atomics are numbers, too, but not values.
        if (original instanceof AtomicLong number) {
            return remember(original, new AtomicLong(number.get()));
        }
        if (original instanceof AtomicInteger number) {
            return remember(original, new AtomicInteger(number.get()));
        }
        if (isAny(shared, original) || isAny(VALUES, original)) {
            return original;
        }
        if (type.isArray()) {
            return array(original);
        }
        if (type.isRecord() || type.isHidden()) {
            return remember(original, construct(original));
        }
        if (type.getName().startsWith("io.distid.")) {
            return object(original);
        }
        return platform(original);
    }

    private Object platform(Object original) {
        if (original instanceof AtomicBoolean flag) {
            return remember(original, new AtomicBoolean(flag.get()));
        }
        if (original instanceof AtomicReference<?> reference) {
            AtomicReference<Object> copy = new AtomicReference<>();
            copies.put(original, copy);
            Object value = reference.get();
            if (value != null) {
                copy.set(copy(value));
            }
            return copy;
        }
        if (original instanceof Lock) {
            return remember(original, new ReentrantLock());
        }
        if (original.getClass() == Object.class) {
            return remember(original, new Object());
        }
        if (original instanceof Map<?, ?> map) {
            Map<Object, Object> copy = remember(original, this.<Map<Object, Object>>empty(original, new HashMap<>()));
            map.forEach((key, value) -> copy.put(copy((Object) key), copy((Object) value)));
            return copy;
        }
        if (original instanceof Collection<?> collection) {
            Collection<Object> copy = remember(
                    original,
                    original instanceof Set
                            ? this.<Collection<Object>>empty(original, ConcurrentHashMap.newKeySet())
                            : this.<Collection<Object>>empty(original, new ArrayList<>()));
            collection.forEach(element -> copy.add(copy((Object) element)));
            return copy;
        }
        throw new IllegalStateException("cannot copy " + original.getClass());
    }

    private Object array(Object original) {
        int length = Array.getLength(original);
        Object copy = Array.newInstance(original.getClass().getComponentType(), length);
        copies.put(original, copy);
        for (int i = 0; i < length; i++) {
            Array.set(copy, i, copyOrNull(Array.get(original, i)));
        }
        return copy;
    }

    /** Creates a record or a lambda with its only constructor, which takes the fields in their order. */
    private Object construct(Object original) throws ReflectiveOperationException {
        List<@Nullable Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (Field field : original.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                values.add(copyOrNull(field.get(original)));
                types.add(field.getType());
            }
        }
        Constructor<?> constructor = original.getClass().getDeclaredConstructor(types.toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(values.toArray());
    }

    private Object object(Object original) throws ReflectiveOperationException {
        Object copy = allocate(original.getClass());
        copies.put(original, copy);
        for (Class<?> type = original.getClass();
                type.getName().startsWith("io.distid.");
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(copy, copyOrNull(field.get(original)));
                }
            }
        }
        return copy;
    }

    /**
     * Creates an empty collection of the same kind if it has a public constructor. Otherwise the original is
     * unmodifiable, or a view.
     */
    @SuppressWarnings("unchecked")
    private <T> T empty(Object original, T otherwise) {
        try {
            return (T) original.getClass().getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return otherwise;
        }
    }

    private <T> T remember(Object original, T copy) {
        copies.put(original, copy);
        return copy;
    }

    private static boolean isAny(List<Class<?>> types, Object object) {
        return types.stream().anyMatch(type -> type.isInstance(object));
    }

    /** Creates an object without running a constructor, as serialization does. It uses reflection, since compilers warn of the class. */
    private static Object allocate(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object constructor = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(
                        factory.getMethod("getReflectionFactory").invoke(null),
                        type,
                        Object.class.getDeclaredConstructor());
        return ((Constructor<?>) constructor).newInstance();
    }
}
