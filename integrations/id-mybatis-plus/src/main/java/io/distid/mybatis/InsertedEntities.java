package io.distid.mybatis;

import io.distid.ConfigException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.jspecify.annotations.Nullable;

/**
 * The entities among the parameters of an insert.
 *
 * @param entities the entities whose keys are to be set
 * @param property the property with the key
 */
record InsertedEntities(Collection<?> entities, String property) {

    /**
     * Finds the entities. If parameters have names, a key property {@code order.id} is property {@code id} of parameter
     * {@code order}. A map that MyBatis did not make from parameters is a row, unless its only value is an entity. The
     * key of a row is under the property's name.
     */
    static InsertedEntities of(String statement, @Nullable Object parameter, String keyProperty) {
        if (parameter == null) {
            return new InsertedEntities(List.of(), keyProperty);
        }
        if (!(parameter instanceof Map<?, ?> parameters)) {
            return new InsertedEntities(elements(parameter), keyProperty);
        }
        int dot = keyProperty.indexOf('.');
        if (dot >= 0 && parameters.containsKey(keyProperty.substring(0, dot))) {
            return new InsertedEntities(
                    elements(parameters.get(keyProperty.substring(0, dot))), keyProperty.substring(dot + 1));
        }
        // MyBatis has each parameter under several names.
        Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(parameters.values());
        if (!(parameter instanceof ParamMap) && !isEntity(distinct, keyProperty)) {
            return new InsertedEntities(List.of(parameter), keyProperty);
        }
        if (distinct.size() != 1) {
            throw new ConfigException(
                    statement + " has " + distinct.size() + " parameters, and its key property is \"" + keyProperty
                            + "\": must begin with the name of the one that is inserted, such as order." + keyProperty);
        }
        return new InsertedEntities(elements(distinct.iterator().next()), keyProperty);
    }

    /**
     * Whether the only value has the property, or is a collection whose elements have it. A map would accept any
     * property, so a map counts as a value of the row.
     */
    private static boolean isEntity(Set<Object> distinct, String keyProperty) {
        if (distinct.size() != 1) {
            return false;
        }
        Collection<?> elements = elements(distinct.iterator().next());
        return !elements.isEmpty()
                && elements.stream()
                        .allMatch(element -> element != null
                                && !(element instanceof Map)
                                && SystemMetaObject.forObject(element).hasSetter(keyProperty));
    }

    private static Collection<?> elements(@Nullable Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        return value == null ? List.of() : List.of(value);
    }
}
