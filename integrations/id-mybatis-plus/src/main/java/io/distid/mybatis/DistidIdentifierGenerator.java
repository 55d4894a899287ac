package io.distid.mybatis;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The ids of entities that MyBatis-Plus inserts: {@code IdType.ASSIGN_ID} draws 63 bits, {@code IdType.ASSIGN_UUID} a UUID, of the
 * generator that {@link EntityGenerators} names. An id that is set, and not 0, stays.
 *
 * <p>It takes effect by {@code GlobalConfig.setIdentifierGenerator} of the session factory, before that is built; a session factory that
 * an application builds passes over a bean of this type. {@link IdentifierWiring} tells.
 *
 * <p>Safe for use by any number of threads. Ids are drawn before the statement, one for each entity, in the order of the entities.
 */
public final class DistidIdentifierGenerator implements IdentifierGenerator {
    private final EntityGenerators names;
    private final UuidText uuidText;

    /**
     * With UUIDs as MyBatis-Plus has them, 32 hexadecimal digits.
     *
     * @param names which generator an entity's ids come from
     */
    public DistidIdentifierGenerator(EntityGenerators names) {
        this(names, TextForm.HEX);
    }

    /**
     * With UUIDs in another form.
     *
     * @param names which generator an entity's ids come from
     * @param uuidForm how UUIDs are written
     */
    public DistidIdentifierGenerator(EntityGenerators names, TextForm uuidForm) {
        this.names = names;
        this.uuidText = uuidForm.uuids();
    }

    /**
     * Whether an entity is still to be given an id.
     *
     * @param id what the entity has
     * @return for null, 0 and an empty text, where MyBatis-Plus by itself keeps a 0
     */
    @Override
    public boolean assignId(@Nullable Object id) {
        return EntityGenerators.isUnset(id);
    }

    /**
     * Draws an id for a column of {@code long}, {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code String}, which gets its decimal digits.
     *
     * @param entity to be inserted; null takes the default
     * @return from 1 to {@link Long#MAX_VALUE}
     * @throws ConfigException if no generator is named for the entity, there is none of the name, or its ids do not fit the field
     * @throws IdException if the generator fails; the statement is not run
     */
    @Override
    public Long nextId(@Nullable Object entity) {
        TableInfo table = table(entity);
        String name = name(entity, table);
        if (table != null && !holds(table.getKeyType())) {
            throw new ConfigException(table.getEntityType().getName() + "." + table.getKeyProperty() + " has type "
                    + table.getKeyType().getSimpleName() + ", into which an id of generator \"" + name
                    + "\" does not fit: must be a long, Long, BigInteger, BigDecimal or String");
        }
        return names.generators().getLong(name).nextId();
    }

    /**
     * Draws a UUID for a column of {@code String}.
     *
     * @param entity to be inserted; null takes the default
     * @return in the form of this generator
     * @throws ConfigException if no generator is named for the entity, there is none of the name, or its ids are not UUIDs
     * @throws IdException if the generator fails; the statement is not run
     */
    @Override
    public String nextUUID(@Nullable Object entity) {
        return uuidText.encode(
                names.generators().getUuid(name(entity, table(entity))).nextUuid());
    }

    EntityGenerators names() {
        return names;
    }

    private String name(@Nullable Object entity, @Nullable TableInfo table) {
        return names.nameFor(entity == null ? null : entity.getClass(), table == null ? null : table.getTableName());
    }

    private static @Nullable TableInfo table(@Nullable Object entity) {
        return entity == null ? null : TableInfoHelper.getTableInfo(entity.getClass());
    }

    /** MyBatis-Plus would cut the id to a smaller type, and say nothing. */
    private static boolean holds(Class<?> type) {
        return type == long.class
                || type == BigInteger.class
                || type == BigDecimal.class
                || type == String.class
                || type.isAssignableFrom(Long.class);
    }
}
