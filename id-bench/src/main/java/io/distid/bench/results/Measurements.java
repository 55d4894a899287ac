package io.distid.bench.results;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Measurements of one row, by kind. Immutable.
 *
 * @param values what was measured; a kind that was not is not there
 */
public record Measurements(Map<Kind<?>, Object> values) {
    /** Nothing was measured. */
    public static final Measurements NONE = new Measurements(Map.of());

    /** Copies the map. An empty list is the same as no list. */
    public Measurements {
        values = values.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(entry.getKey().absent))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Reads all kinds; additions of later versions are ignored. */
    static Measurements read(Map<String, JsonNode> properties) {
        Map<Kind<?>, Object> values = new LinkedHashMap<>();
        for (Kind<?> kind : Kind.ALL) {
            JsonNode node = properties.get(kind.key);
            if (node != null && !node.isNull()) {
                values.put(kind, Json.MAPPER.treeToValue(node, kind.type));
            }
        }
        return new Measurements(values);
    }

    /** The measurement of a kind; an empty list or null if it was not measured. */
    @SuppressWarnings("unchecked")
    public <T> @Nullable T get(Kind<T> kind) {
        Object value = values.get(kind);
        return value == null ? kind.absent : (T) value;
    }

    /** These with one more, which replaces what there is of its kind; null changes nothing. */
    public <T> Measurements with(Kind<T> kind, @Nullable T value) {
        if (value == null) {
            return this;
        }
        Map<Kind<?>, Object> all = new LinkedHashMap<>(values);
        all.put(kind, value);
        return new Measurements(all);
    }

    /** All kinds, with an empty list or null for those that were not measured. */
    Map<String, @Nullable Object> byKey() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        Kind.ALL.forEach(kind -> all.put(kind.key, get(kind)));
        return all;
    }
}
