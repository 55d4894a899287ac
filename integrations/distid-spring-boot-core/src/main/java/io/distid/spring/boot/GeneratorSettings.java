package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/**
 * The settings that a generator is opened with, under the keys of the SPI. They are the application's settings, and
 * what follows from the rest of its configuration. The SPI checks them. For use by one thread.
 */
final class GeneratorSettings {
    private static final int LONGEST_NAMESPACE = 64;
    /** The key of backends that can use the application's connection pool. */
    private static final String DATA_SOURCE = "data-source";

    private final ProviderScope own;
    private final Map<String, String> settings = new TreeMap<>();
    /**
     * System properties and environment variables. The SPI reads them for keys that it is not passed, so defaults must
     * not hide them.
     */
    private final Environment outside = new StandardEnvironment();

    private GeneratorSettings(ProviderScope own) {
        this.own = own;
    }

    /**
     * The settings of a generator.
     *
     * @param name the generator's
     * @param written below {@code distid.generators.<name>}
     * @param connections for backends that take an address
     * @param dataSources for backends that take a pool
     * @param ownPool whether backends have a pool of their own, unless they name a data source
     * @param environment its {@code spring.application.name} is the namespace if none is set
     * @throws ConfigException if settings cannot express a connection of the application, or its database is not the
     *     kind that the backend needs
     */
    static Map<String, String> of(
            String name,
            IdGeneratorProvider strategy,
            Map<String, String> written,
            Environment environment,
            List<ConnectionDefaults> connections,
            ApplicationDataSources dataSources,
            boolean ownPool) {
        return of(
                "generator \"" + name + "\"",
                GeneratorNames.settings(name),
                ProviderScope.of(strategy),
                written,
                environment,
                connections,
                dataSources,
                ownPool);
    }

    /**
     * The settings of a generator, or of the store of locks or tokens.
     *
     * @param what what needs the settings, for messages
     * @param prefix the prefix of its settings in the application's configuration
     */
    static Map<String, String> of(
            String what,
            String prefix,
            ProviderScope own,
            Map<String, String> written,
            Environment environment,
            List<ConnectionDefaults> connections,
            ApplicationDataSources dataSources,
            boolean ownPool) {
        GeneratorSettings settings = new GeneratorSettings(own);
        settings.read(written);
        settings.addNamespace(environment.getProperty("spring.application.name", ""));
        // Let the SPI refuse an unknown key first. A complaint about a missing key would mislead if that key is only
        // misspelt.
        if (!settings.unknown().isEmpty()) {
            return settings.settings;
        }
        for (ProviderScope scope : settings.scopes()) {
            if (!settings.addDataSource(scope, connections, dataSources, ownPool)) {
                for (ConnectionDefaults connection : connections) {
                    settings.addConnection(scope, connection);
                    settings.refuseOtherDatabase(what, prefix, scope, connection, dataSources);
                }
                settings.refuseUnusedDatabase(prefix, scope, connections, environment);
            }
        }
        return settings.settings;
    }

    private List<String> unknown() {
        List<ProviderScope> scopes = scopes();
        return settings.keySet().stream()
                .filter(given -> !own.isPassedOn(given))
                .filter(given -> scopes.stream()
                        .noneMatch(scope -> scope.keys().stream()
                                .anyMatch(key -> scope.fullName(key.name()).equals(given))))
                .toList();
    }

    /** The strategy, and the providers that its settings name. */
    static List<ProviderScope> scopes(ProviderScope own, Map<String, String> written) {
        GeneratorSettings settings = new GeneratorSettings(own);
        settings.read(written);
        return settings.scopes();
    }

    /**
     * Whether a backend's connection is the application's.
     *
     * @param properties the application's properties by the backend's keys; that of {@code url} shows the kind of store
     */
    static boolean isOfApplication(
            ProviderScope scope,
            Map<String, String> properties,
            ProviderScope own,
            Map<String, String> written,
            Environment environment) {
        GeneratorSettings settings = new GeneratorSettings(own);
        settings.read(written);
        String url = properties.getOrDefault("url", "");
        boolean isDatabase = url.startsWith("spring.datasource.");
        return scope.has(DATA_SOURCE) == isDatabase
                && (isDatabase
                        || addresses(scope).stream()
                                .anyMatch(key -> key.allowed().startsWith("redis:")))
                && Stream.of("url", "topology", "nodes", "user", "password", DATA_SOURCE)
                        .allMatch(key -> settings.value(scope.fullName(key)) == null)
                && (environment.containsProperty(url)
                        || environment.containsProperty("spring.data.redis.host") && !isDatabase);
    }

    /** Whether a generator's backend is a database, and has no address of its own. */
    static boolean isInApplicationsDatabase(ProviderScope own, Map<String, String> written) {
        GeneratorSettings settings = new GeneratorSettings(own);
        settings.read(written);
        return settings.scopes().stream()
                .anyMatch(scope -> scope.has(DATA_SOURCE)
                        && addresses(scope).stream()
                                .allMatch(key -> settings.value(scope.fullName(key.name())) == null));
    }

    private List<ProviderScope> scopes() {
        return own.provider() instanceof IdGeneratorProvider strategy
                ? ProviderScope.all(strategy, this::value)
                : List.of(own);
    }

    /**
     * Reads the strategy's own keys first: they name the providers of the other keys. Unknown keys stay, so that the
     * SPI refuses them.
     */
    private void read(Map<String, String> written) {
        settings.putAll(written);
        settings.remove(own.nameKey());
        rename(own);
        scopes().forEach(this::rename);
        // A test that names another provider removes the old provider's key by setting it to "".
        unknown().forEach(key -> settings.remove(key, ""));
    }

    private void rename(ProviderScope scope) {
        for (ConfigKey key : scope.keys()) {
            String name = scope.fullName(key.name());
            for (String given : List.copyOf(settings.keySet())) {
                if (!given.equals(name) && ProviderScope.relaxed(given).equals(ProviderScope.relaxed(name))) {
                    settings.putIfAbsent(name, settings.remove(given));
                }
            }
        }
    }

    /**
     * Adds the application's name as the namespace. Generators of the same namespace share its worker ids, so a
     * shortened or changed name is still safe.
     */
    private void addNamespace(String application) {
        if (!application.isBlank() && own.has("namespace") && value("namespace") == null) {
            String name = application.strip().replaceAll("[^A-Za-z0-9._-]", "-");
            settings.put("namespace", name.substring(0, Math.min(name.length(), LONGEST_NAMESPACE)));
        }
    }

    /**
     * Gives the backend the application's pool. Returns whether it has one. A backend with its own address or login
     * gets its own pool.
     */
    private boolean addDataSource(
            ProviderScope scope,
            List<ConnectionDefaults> connections,
            ApplicationDataSources dataSources,
            boolean ownPool) {
        if (!scope.has(DATA_SOURCE)) {
            return false;
        }
        String key = scope.fullName(DATA_SOURCE);
        String named = value(key);
        if (named == null) {
            boolean asked = Stream.of("url", "user", "password").anyMatch(each -> value(scope.fullName(each)) != null);
            boolean anotherKind =
                    connections.stream().anyMatch(each -> takes(scope, each) && !fits(scope, each.settings()));
            if (ownPool || asked || anotherKind) {
                return false;
            }
        }
        String lent = named == null ? dataSources.lendPrimary(key) : dataSources.lend(named);
        if (lent != null) {
            settings.put(key, lent);
        }
        return lent != null;
    }

    private static List<ConfigKey> addresses(ProviderScope scope) {
        return scope.keys().stream()
                .filter(key -> key.type() == ConfigKey.Type.ADDRESS)
                .toList();
    }

    private static boolean takes(ProviderScope scope, ConnectionDefaults connection) {
        return addresses(scope).stream().anyMatch(key -> key.allowed().startsWith(connection.scheme()));
    }

    private static boolean fits(ProviderScope scope, Map<String, String> defaults) {
        return addresses(scope).stream()
                .allMatch(key -> key.pattern() == null
                        || !defaults.containsKey(key.name())
                        || defaults.get(key.name()).matches(key.pattern()));
    }

    private void addConnection(ProviderScope scope, ConnectionDefaults connection) {
        boolean isSet = addresses(scope).stream().anyMatch(key -> value(scope.fullName(key.name())) != null);
        if (!takes(scope, connection) || isSet) {
            return;
        }
        Map<String, String> defaults = connection.settings();
        if (fits(scope, defaults)) {
            defaults.forEach((key, value) -> {
                if (scope.has(key) && value(scope.fullName(key)) == null) {
                    settings.put(scope.fullName(key), value);
                }
            });
        }
    }

    /**
     * Refuses a database of another kind. Otherwise the SPI would report a missing address, although the application
     * has a database.
     */
    private void refuseOtherDatabase(
            String what,
            String settingsPrefix,
            ProviderScope scope,
            ConnectionDefaults connection,
            ApplicationDataSources dataSources) {
        boolean isSet = addresses(scope).stream().anyMatch(key -> value(scope.fullName(key.name())) != null);
        if (isSet || !scope.has(DATA_SOURCE)) {
            return;
        }
        String kind = addresses(scope).stream()
                .map(ConfigKey::allowed)
                .filter(allowed -> allowed.startsWith(connection.scheme()))
                .map(allowed -> allowed.substring(
                        0, allowed.indexOf(':', connection.scheme().length()) + 1))
                .findFirst()
                .orElse("");
        String url = kind.isEmpty() ? null : connection.settings().get("url");
        if (url == null || url.startsWith(kind)) {
            return;
        }
        boolean isPostgreSql = kind.equals("jdbc:postgresql:");
        String prefix = settingsPrefix + "." + scope.prefix();
        throw new ConfigException(what
                + " needs a database by " + (isPostgreSql ? "PostgreSQL" : "MySQL")
                + "'s driver, and the application's DataSource"
                + dataSources.names() + " is of " + JdbcSettings.driver(url)
                + ": add "
                + (isPostgreSql
                        ? "org.postgresql:postgresql"
                        : "com.mysql:mysql-connector-j, which serves MariaDB, too")
                + ", and set spring.datasource.url to " + kind + "...,"
                + " or name another database in " + prefix + "url (" + kind + "...), or another DataSource in " + prefix
                + DATA_SOURCE);
    }

    /** An application without Boot's module for JDBC has no pool, whatever its settings say. */
    private void refuseUnusedDatabase(
            String settingsPrefix, ProviderScope scope, List<ConnectionDefaults> connections, Environment environment) {
        boolean isSet = addresses(scope).stream().anyMatch(key -> value(scope.fullName(key.name())) != null);
        boolean isRead = connections.stream().anyMatch(each -> takes(scope, each));
        if (scope.has(DATA_SOURCE)
                && !isSet
                && !isRead
                && !environment.getProperty("spring.datasource.url", "").isBlank()) {
            throw new ConfigException("spring.datasource.url is set, but the application has no DataSource: add"
                    + " org.springframework.boot:spring-boot-starter-jdbc (or spring-boot-starter-data-jpa), or name a"
                    + " database in " + settingsPrefix + "." + scope.prefix() + "url");
        }
    }

    /** The value that the SPI will find, without defaults. */
    private @Nullable String value(String fullName) {
        String given = settings.get(fullName);
        return given != null ? given : outside.getProperty("distid." + own.outside() + "." + fullName);
    }
}
