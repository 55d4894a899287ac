package io.distid.entity;

import io.distid.NamedGenerators;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Says at start, for all entities at once, which {@link DistId} cannot work. Where it is not asked, the first use says so. Stateless: safe for use by any number of threads.
 */
public final class EntityCheck {
    private EntityCheck() {}

    /**
     * Looks through entities. A generator that its source opens at first use is opened; no id is drawn.
     *
     * @param entities classes of entities, embeddables and whatever else may have the annotation
     * @param generators where names are looked for
     * @return a sentence for each field whose generator is not there or whose type cannot hold its ids; empty if all is well
     */
    public static List<String> problems(Collection<Class<?>> entities, NamedGenerators generators) {
        return failures(entities, generators).stream()
                .map(Throwable::getMessage)
                .toList();
    }

    /**
     * Looks through entities, and refuses to start if something is wrong.
     *
     * @param entities as of {@link #problems}
     * @param generators as of {@link #problems}
     * @throws EntityIdException if there is a problem; the message has all of them, a line each; the cause is that of the first that has one
     */
    public static void require(Collection<Class<?>> entities, NamedGenerators generators) {
        List<EntityIdException> failures = failures(entities, generators);
        if (!failures.isEmpty()) {
            String message =
                    failures.stream().map(Throwable::getMessage).collect(Collectors.joining(System.lineSeparator()));
            throw failures.stream()
                    .map(Throwable::getCause)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .map(cause -> new EntityIdException(message, cause))
                    .orElseGet(() -> new EntityIdException(message));
        }
    }

    private static List<EntityIdException> failures(Collection<Class<?>> entities, NamedGenerators generators) {
        List<EntityIdException> failures = new ArrayList<>();
        for (Class<?> entity : entities) {
            try {
                for (IdField field : IdFields.of(entity)) {
                    check(field, generators, failures);
                }
            } catch (EntityIdException e) {
                failures.add(e);
            }
        }
        return failures;
    }

    private static void check(IdField field, NamedGenerators generators, List<EntityIdException> failures) {
        try {
            field.generator(generators);
        } catch (EntityIdException e) {
            failures.add(e);
        }
    }
}
