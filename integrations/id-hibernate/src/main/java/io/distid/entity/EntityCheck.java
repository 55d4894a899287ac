package io.distid.entity;

import io.distid.NamedGenerators;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Finds each {@link DistId} that cannot work, for all entities at start. Without it the first use of such a field
 * fails. Stateless: safe for use by any number of threads.
 */
public final class EntityCheck {
    private EntityCheck() {}

    /**
     * Checks entities. It opens generators that would be opened at first use, and takes no id.
     *
     * @param entities classes of entities, embeddables and others that may have the annotation
     * @param generators the generators that annotations name
     * @return a sentence for each field whose generator is missing or whose type cannot hold its ids; empty if all is
     *     well
     */
    public static List<String> problems(Collection<Class<?>> entities, NamedGenerators generators) {
        return failures(entities, generators).stream()
                .map(Throwable::getMessage)
                .toList();
    }

    /**
     * Checks entities, and fails if something is wrong.
     *
     * @param entities as for {@link #problems}
     * @param generators as for {@link #problems}
     * @throws EntityIdException if there is a problem; the message has all problems, a line each; the cause is the
     *     first one known
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
