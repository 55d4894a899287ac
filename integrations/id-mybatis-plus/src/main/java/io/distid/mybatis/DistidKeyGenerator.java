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
 * Sets the key of entities that MyBatis inserts, before the statement is made: the {@code keyProperty} of the statement, of each
 * entity that has null, 0 or an empty text there. It is a {@code long}, {@code Long}, {@code String} or {@code UUID}, for which MyBatis needs a type handler.
 *
 * <p>A row may be a {@code Map} instead of an entity: what is under the property's name is set, to a {@code Long}, or where an empty text is there to a {@code String}. A
 * map has no class to name a generator for, so its ids come from the default.
 *
 * <p>A statement gets it where it is built in code; {@link DistidKeyInterceptor} brings it to all others. Safe for use by any number of threads.
 */
public final class DistidKeyGenerator implements KeyGenerator {
    private final EntityGenerators names;

    /**
     * For statements of any entities.
     *
     * @param names which generator an entity's ids come from; by class, since MyBatis knows no tables
     */
    public DistidKeyGenerator(EntityGenerators names) {
        this.names = names;
    }

    /**
     * Sets the keys.
     *
     * @param executor of no matter
     * @param statement whose {@code keyProperty} is set
     * @param none null, since there is no statement of JDBC yet
     * @param parameter an entity, a collection or an array of them, or the parameters of a mapper's method, of which one is that
     * @throws ConfigException if the statement has not one key property, no generator is named for an entity or its ids do not fit the property, or the parameters
     *     do not tell the entities
     * @throws IdException if the generator fails; the statement is not run
     */
    @Override
    public void processBefore(
            Executor executor, MappedStatement statement, @Nullable Statement none, @Nullable Object parameter) {
        String[] properties = statement.getKeyProperties();
        if (properties == null || properties.length != 1) {
            throw new ConfigException(statement.getId() + " has " + (properties == null ? 0 : properties.length)
                    + " key properties: must have one, by keyProperty, which is the one to be set");
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
