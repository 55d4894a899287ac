package io.distid.bench.results;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/**
 * A kind of measurement of a row, with its key in {@code results.json}.
 *
 * <p>A new kind needs a record, a line here, a stage that measures it, and code that renders it. Immutable.
 *
 * @param <T> the record, or a list of records
 */
public final class Kind<T> {
    /** All of them, in the order of {@code results.json}. */
    static final List<Kind<?>> ALL = new ArrayList<>();

    /** Single ids, one entry per thread count. */
    public static final Kind<List<Rate>> THROUGHPUT = list("throughput", Rate.class);

    /** Ids taken by the batch, one entry per thread count. */
    public static final Kind<List<Rate>> BATCH = list("batch", Rate.class);

    /** The cost of an id for the process. */
    public static final Kind<Cost> COST = one("cost", Cost.class);

    /** How long single calls take, at each way they were made. */
    public static final Kind<List<Latency>> LATENCY = list("latency", Latency.class);

    /** The cost of an id for the server, and the burned numbers. */
    public static final Kind<RoundTrips> ROUND_TRIPS = one("roundTrips", RoundTrips.class);

    /** How long the first id takes. */
    public static final Kind<StartUp> START_UP = one("startUp", StartUp.class);

    /** The check for equal ids within one process. */
    public static final Kind<Uniqueness> UNIQUENESS = one("uniqueness", Uniqueness.class);

    /** The check of the merged ids of several processes. */
    public static final Kind<MergedNodes> NODES = one("nodes", MergedNodes.class);

    /** The check of the order. */
    public static final Kind<Order> ORDERING = one("ordering", Order.class);

    /** The other claims of the subject. */
    public static final Kind<Traits> TRAITS = one("traits", Traits.class);

    /** The shape of the checked ids as numbers. */
    public static final Kind<Shape> SHAPE = one("shape", Shape.class);

    /** The findings of an observer from a few ids. */
    public static final Kind<Predictability> PREDICTABILITY = one("predictability", Predictability.class);

    /** The effect of ids on a table that has them as its primary key. */
    public static final Kind<Locality> LOCALITY = one("locality", Locality.class);

    final String key;

    /** What Jackson reads. */
    final JavaType type;

    /** The value of a kind that was not measured: an empty list, or null. */
    final @Nullable T absent;

    private Kind(String key, JavaType type, @Nullable T absent) {
        this.key = key;
        this.type = type;
        this.absent = absent;
        ALL.add(this);
    }

    private static <R extends Record> Kind<R> one(String key, Class<R> type) {
        return new Kind<>(key, TypeFactory.unsafeSimpleType(type), null);
    }

    private static <R extends Record> Kind<List<R>> list(String key, Class<R> type) {
        return new Kind<>(
                key, TypeFactory.createDefaultInstance().constructCollectionType(List.class, type), List.of());
    }

    @Override
    public String toString() {
        return key;
    }
}
