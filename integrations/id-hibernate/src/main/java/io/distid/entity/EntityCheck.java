package io.distid.entity;

import io.distid.NamedGenerators;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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
        List<String> problems = new ArrayList<>();
        for (Class<?> entity : entities) {
            try {
                for (IdField field : IdFields.of(entity)) {
                    check(field, generators, problems);
                }
            } catch (EntityIdException e) {
                problems.add(e.getMessage());
            }
        }
        return problems;
    }

    /**
     * Looks through entities, and refuses to start if something is wrong.
     *
     * @param entities as of {@link #problems}
     * @param generators as of {@link #problems}
     * @throws EntityIdException if there is a problem; the message has all of them, a line each
     */
    public static void require(Collection<Class<?>> entities, NamedGenerators generators) {
        List<String> problems = problems(entities, generators);
        if (!problems.isEmpty()) {
            throw new EntityIdException(String.join(System.lineSeparator(), problems));
        }
    }

    private static void check(IdField field, NamedGenerators generators, List<String> problems) {
        try {
            field.generator(generators);
        } catch (EntityIdException e) {
            problems.add(e.getMessage());
        }
    }
}
