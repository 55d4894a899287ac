package io.distid.mybatis;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.NamedGenerators;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which generator the ids of an entity come from. It is the generator named for its class or the nearest
 * superclass, else for its table, else the default.
 *
 * <p>Generators are looked up for each id, so that an application may replace a closed one. Immutable, and as
 * thread-safe as the {@link NamedGenerators}.
 */
public final class EntityGenerators {
    private final NamedGenerators generators;
    private final Map<Class<?>, String> byEntity;
    private final Map<String, String> byTable;
    private final @Nullable String byDefault;

    private EntityGenerators(Builder builder) {
        this.generators = builder.generators;
        this.byEntity = Map.copyOf(builder.byEntity);
        this.byTable = withoutCase(builder.byTable);
        this.byDefault = builder.byDefault;
    }

    /**
     * Begins with no names.
     *
     * @param generators of the application
     * @return a builder
     */
    public static Builder builder(NamedGenerators generators) {
        return new Builder(generators);
    }

    NamedGenerators generators() {
        return generators;
    }

    /** The tables that are named but not among the given ones, as they were written. */
    List<String> tablesNotAmong(Collection<String> tables) {
        Map<String, String> left = withoutCase(byTable);
        tables.forEach(left::remove);
        return List.copyOf(left.keySet());
    }

    private static Map<String, String> withoutCase(Map<String, String> byTable) {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(byTable);
        return copy;
    }

    /**
     * The generator's name for an entity. The entity is null if MyBatis-Plus asks for an id without saying for what.
     */
    String nameFor(@Nullable Class<?> entity, @Nullable String table) {
        for (Class<?> type = entity; type != null; type = type.getSuperclass()) {
            String name = byEntity.get(type);
            if (name != null) {
                return name;
            }
        }
        return Optional.ofNullable(table)
                .map(byTable::get)
                .or(() -> Optional.ofNullable(byDefault))
                .orElseThrow(() -> new ConfigException("no generator is named for " + describe(entity, table)
                        + ", and there is no default: name one by entity(...), table(...) or byDefault(...); configured are "
                        + String.join(", ", generators.names())));
    }

    /** Whether an entity still needs an id. */
    static boolean isUnset(@Nullable Object id) {
        return id == null
                // Not the long value, which is 0 for 2^64 and for 0.5, too.
                || id instanceof Number number && number.doubleValue() == 0
                || id instanceof String text && text.isEmpty();
    }

    private static String describe(@Nullable Class<?> entity, @Nullable String table) {
        return (entity == null ? "an id without an entity" : entity.getName())
                + (table == null ? "" : " (table " + table + ")");
    }

    /** Collects names. Not safe for use by several threads. */
    public static final class Builder {
        private final NamedGenerators generators;
        private final Map<Class<?>, String> byEntity = new LinkedHashMap<>();
        private final Map<String, String> byTable = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private @Nullable String byDefault;

        private Builder(NamedGenerators generators) {
            this.generators = generators;
        }

        /**
         * Names the generator of a class and of all classes below it that have none of their own.
         *
         * @param entity its class
         * @param generator its name
         * @return this
         * @throws ConfigException if there is no such generator, or the class has another one already
         * @throws IdException if the generator cannot be opened
         */
        public Builder entity(Class<?> entity, String generator) {
            return put(byEntity, entity, generator, entity.getName());
        }

        /**
         * Names the generator of a table, for MyBatis-Plus, which knows the tables of entities.
         *
         * @param table as MyBatis-Plus writes it into statements, with the schema if it does; case does not count
         * @param generator its name
         * @return this
         * @throws ConfigException if there is no such generator, or the table has another one already
         * @throws IdException if the generator cannot be opened
         */
        public Builder table(String table, String generator) {
            return put(byTable, table, generator, "table " + table);
        }

        /**
         * Names the generator of all others.
         *
         * @param generator its name
         * @return this
         * @throws ConfigException if there is no such generator
         * @throws IdException if the generator cannot be opened
         */
        public Builder byDefault(String generator) {
            byDefault = existing(generator);
            return this;
        }

        /**
         * Ends the collection.
         *
         * @return what finds generators by entity
         */
        public EntityGenerators build() {
            return new EntityGenerators(this);
        }

        private <K> Builder put(Map<K, String> names, K key, String generator, String what) {
            String other = names.putIfAbsent(key, existing(generator));
            if (other != null && !other.equals(generator)) {
                throw new ConfigException("the generator of " + what + " is \"" + other + "\" already: it cannot be \""
                        + generator + "\" as well");
            }
            return this;
        }

        /** Looks the generator up, which opens it. So an application does not start without it. */
        private String existing(String generator) {
            generators.get(generator);
            return generator;
        }
    }
}
