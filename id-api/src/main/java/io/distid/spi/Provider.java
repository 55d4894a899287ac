package io.distid.spi;

import io.distid.internal.Port;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link java.util.ServiceLoader} finds: a name, the keys that configure it, and (in its subtypes) a way to open it.
 * Mostly stateless; safe for use by any number of threads.
 */
public interface Provider {

    /**
     * The name it is asked for by.
     *
     * @return lower-case letters, digits and hyphens
     */
    String name();

    /**
     * What it is.
     *
     * @return one line, without a full stop
     */
    String summary();

    /**
     * All keys it knows. The command line and the README print this list.
     *
     * @return the keys in the order they should be read
     */
    List<ConfigKey> keys();

    /**
     * The kind of server that it has to reach.
     *
     * @return {@code mysql}, {@code postgresql}, {@code redis}, {@code zookeeper} or {@code etcd}, or another word for another; null for none
     */
    default @Nullable String server() {
        return null;
    }

    /**
     * What stands before the name in the system properties of one that is opened by itself: {@code distid.<level>.<name>.<key>}. It is
     * a method and no element of {@link Port}: the first annotation that a JVM reads costs it some 20 ms, and this is on the way to the first id.
     *
     * @return one word, such as {@code store}; empty for a strategy, whose properties are {@code distid.<name>.<key>}
     */
    default String level() {
        return "";
    }
}
