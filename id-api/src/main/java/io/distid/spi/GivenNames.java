package io.distid.spi;

import io.distid.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The names that the caller, system properties and the environment set. Each should have an effect. For use by one thread. */
final class GivenNames {
    private final String strategy;
    private final ConfigScope scope;
    private final Map<String, ConfigKey> keys;
    /** The names as the caller writes them. */
    private final Set<String> names;

    GivenNames(String strategy, ConfigScope scope, Map<String, ConfigKey> keys, Map<String, String> given) {
        this.strategy = strategy;
        this.scope = scope;
        this.keys = keys;
        this.names = new TreeSet<>(given.keySet());
        for (String property : System.getProperties().stringPropertyNames()) {
            if (property.startsWith(scope.start())) {
                names.add(property.substring(scope.start().length()));
            }
        }
    }

    void refuseUnknown() {
        for (String name : names) {
            if (isUnknown(name)) {
                throw new ConfigException(
                        strategy + ": unknown key " + Shown.quoted(name) + ": allowed are " + allowed());
            }
        }
    }

    /** Warns of variables that belong to no key. Variables below a key that names a provider are checked with that provider's keys. */
    void warnOf(Set<String> variables, Set<String> set) {
        String start = scope.variable("");
        List<String> known = null;
        for (String variable : variables) {
            if (variable.startsWith(start) && !keys.isEmpty()) {
                known = known == null
                        ? keys.keySet().stream().map(scope::variable).toList()
                        : known;
                if (!known.contains(variable) && !isNested(variable, set)) {
                    MisspeltNameWarnings.warnOfVariable(variable, start, known);
                }
            }
        }
    }

    private boolean isNested(String variable, Set<String> set) {
        return keys.values().stream()
                .filter(key -> key.nested() && set.contains(key.name()))
                .anyMatch(key -> variable.startsWith(scope.variable(key.name()) + "_"));
    }

    /** Refuses settings of a provider whose key has no value. */
    void refuseOrphans(Set<String> set) {
        for (String fullName : names) {
            int dot = fullName.indexOf('.', scope.prefix().length());
            if (dot >= 0 && fullName.startsWith(scope.prefix())) {
                String parent = fullName.substring(scope.prefix().length(), dot);
                if (!set.contains(parent)) {
                    throw new ConfigException(strategy + ": key " + Shown.quoted(fullName) + " has no effect: key \""
                            + scope.key(parent) + "\" is not set ("
                            + Objects.requireNonNull(keys.get(parent)).help() + ")");
                }
            }
        }
    }

    private String allowed() {
        return keys.isEmpty()
                ? "none"
                : String.join(", ", keys.keySet().stream().map(scope::key).toList());
    }

    private boolean isUnknown(String fullName) {
        if (!fullName.startsWith(scope.prefix())) {
            return false;
        }
        String name = fullName.substring(scope.prefix().length());
        int dot = name.indexOf('.');
        if (dot < 0) {
            return !keys.containsKey(name);
        }
        ConfigKey parent = keys.get(name.substring(0, dot));
        return parent == null || !parent.nested();
    }
}
