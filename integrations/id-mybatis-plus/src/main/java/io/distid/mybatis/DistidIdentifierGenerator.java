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
 * Gives ids to entities that MyBatis-Plus inserts. {@code IdType.ASSIGN_ID} takes a 63-bit id and {@code
 * IdType.ASSIGN_UUID} a UUID from the generator that {@link EntityGenerators} names. An id that is set, and not 0,
 * stays.
 *
 * <p>Set it by {@code GlobalConfig.setIdentifierGenerator} before the session factory is built. A session factory that
 * an application builds itself ignores a bean of this type. {@link IdentifierWiring} warns of that.
 *
 * <p>Safe for use by any number of threads. Ids are issued before the statement, one for each entity, in the order of
 * the entities.
 */
public final class DistidIdentifierGenerator implements IdentifierGenerator {
    private final EntityGenerators names;
    private final UuidText uuidText;

    /**
     * With UUIDs of 32 hexadecimal digits, as in MyBatis-Plus.
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
     * Whether an entity still needs an id.
     *
     * @param id the entity's id
     * @return true for null, 0 and an empty text; MyBatis-Plus by itself keeps a 0
     */
    @Override
    public boolean assignId(@Nullable Object id) {
        return EntityGenerators.isUnset(id);
    }

    /**
     * Issues an id for a field of type {@code long}, {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code
     * String}. A string gets the decimal digits.
     *
     * @param entity the entity to insert; null takes the default generator
     * @return from 1 to {@link Long#MAX_VALUE}
     * @throws ConfigException if no generator is named for the entity, the named one does not exist, or its ids do not
     *     fit the field
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
     * Issues a UUID for a field of type {@code String}.
     *
     * @param entity the entity to insert; null takes the default generator
     * @return the text, in the form of this generator
     * @throws ConfigException if no generator is named for the entity, the named one does not exist, or its ids are not
     *     UUIDs
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

    /** Whether a type can hold an id. MyBatis-Plus would silently cut the id to a smaller type. */
    private static boolean holds(Class<?> type) {
        return type == long.class
                || type == BigInteger.class
                || type == BigDecimal.class
                || type == String.class
                || type.isAssignableFrom(Long.class);
    }
}
