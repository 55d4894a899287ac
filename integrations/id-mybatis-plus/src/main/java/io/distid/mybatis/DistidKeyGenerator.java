package io.distid.mybatis;

import io.distid.ConfigException;
import io.distid.IdException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.reflection.MetaObject;
import org.jspecify.annotations.Nullable;

/**
 * Sets the key of entities that MyBatis inserts, before the statement is made. It sets the {@code keyProperty} of the
 * statement in each entity that has null, 0 or an empty text there. The property is a {@code long}, {@code Long},
 * {@code String} or {@code UUID}. For {@code UUID} MyBatis needs a type handler.
 *
 * <p>A row may be a {@code Map} instead of an entity. Its key is then the value under the property's name. It becomes a
 * {@code Long}, or a {@code String} if it is an empty text. A map has no class to name a generator for, so its ids come
 * from the default.
 *
 * <p>Set it on a statement that is built in code; {@link DistidKeyInterceptor} sets it on all others. Safe for use by
 * any number of threads.
 */
public final class DistidKeyGenerator implements KeyGenerator {
    private final EntityGenerators names;

    /**
     * For statements of any entities.
     *
     * @param names the generators of entities by class; MyBatis knows no tables
     */
    public DistidKeyGenerator(EntityGenerators names) {
        this.names = names;
    }

    /**
     * Sets the keys.
     *
     * @param executor not used
     * @param statement the statement with the {@code keyProperty}
     * @param none null: the JDBC statement is not made yet
     * @param parameter an entity, a collection or an array of entities, or the parameters of a mapper's method with one
     *     of these
     * @throws ConfigException if the statement does not have exactly one key property, an entity has no generator or
     *     its ids do not fit, or no entities are found
     * @throws IdException if the generator fails; the statement is not run
     */
    @Override
    public void processBefore(
            Executor executor, MappedStatement statement, @Nullable Statement none, @Nullable Object parameter) {
        String[] properties = statement.getKeyProperties();
        if (properties == null || properties.length != 1) {
            throw new ConfigException(statement.getId() + " has " + (properties == null ? 0 : properties.length)
                    + " key properties: must have one: name the property to set by keyProperty");
        }
        InsertedEntities inserted = InsertedEntities.of(statement.getId(), parameter, properties[0]);
        for (Object entity : inserted.entities()) {
            MetaObject access = statement.getConfiguration().newMetaObject(entity);
            Object key = access.getValue(inserted.property());
            if (EntityGenerators.isUnset(key)) {
                Class<?> type = entity instanceof Map
                        ? key instanceof String ? String.class : Long.class
                        : access.getSetterType(inserted.property());
                access.setValue(inserted.property(), next(entity, inserted.property(), type));
            }
        }
    }

    /** Does nothing: the key was set before. */
    @Override
    public void processAfter(
            Executor executor, MappedStatement statement, Statement executed, @Nullable Object parameter) {}

    private Object next(Object entity, String property, Class<?> type) {
        String name = names.nameFor(entity.getClass(), null);
        if (type == long.class || type == Long.class) {
            return names.generators().getLong(name).nextId();
        }
        if (type == UUID.class) {
            return names.generators().getUuid(name).nextUuid();
        }
        if (type == String.class) {
            return names.generators().get(name).nextText();
        }
        throw new ConfigException(entity.getClass().getName() + "." + property + " has type " + type.getSimpleName()
                + ", into which an id of generator \"" + name
                + "\" does not fit: must be a long, Long, String or UUID");
    }
}
