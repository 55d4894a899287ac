package io.distid.mybatis;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;

/**
 * Checks that session factories use the application's generator. A session factory that the application builds itself
 * does not find it. MyBatis-Plus then silently issues its own ids, whose worker id is a hash of address and process.
 * Call it at start.
 *
 * <p>Stateless: safe for use by any number of threads.
 */
public final class IdentifierWiring {
    private static final System.Logger LOG = System.getLogger(IdentifierWiring.class.getName());

    private IdentifierWiring() {}

    /**
     * Logs a warning, under the name of this class, if a session factory does not use the generator.
     *
     * @param generator the application's
     * @param factory one of its session factories; one of plain MyBatis is skipped: it has no such generator
     * @return true if it is used, or the factory was skipped
     */
    public static boolean warnUnlessUsed(DistidIdentifierGenerator generator, SqlSessionFactory factory) {
        Optional<String> problem = problem(generator, factory.getConfiguration());
        problem.ifPresent(text -> LOG.log(Level.WARNING, text));
        return problem.isEmpty();
    }

    /**
     * Logs a warning, under the name of this class, if a generator is named for a table that no entity has. The default
     * generator would silently be used instead. Call it once the mappers of all session factories are known:
     * MyBatis-Plus learns of an entity by its mapper. It does nothing while no entity is known.
     *
     * @param generator the application's
     * @return true if all named tables belong to entities, or no entity is known yet
     */
    public static boolean warnOfUnknownTables(DistidIdentifierGenerator generator) {
        List<String> known = TableInfoHelper.getTableInfos().stream()
                .map(TableInfo::getTableName)
                .distinct()
                .sorted()
                .toList();
        List<String> unknown = known.isEmpty() ? List.of() : generator.names().tablesNotAmong(known);
        if (!unknown.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "Generators are named for tables that no entity of MyBatis-Plus has, and are not used for these: "
                            + String.join(", ", unknown) + ". Write a table as MyBatis-Plus does; it knows "
                            + String.join(", ", known) + ".");
        }
        return unknown.isEmpty();
    }

    private static Optional<String> problem(DistidIdentifierGenerator generator, Configuration configuration) {
        if (!(configuration instanceof MybatisConfiguration)) {
            return Optional.empty();
        }
        IdentifierGenerator used =
                GlobalConfigUtils.getGlobalConfig(configuration).getIdentifierGenerator();
        if (used == generator) {
            return Optional.empty();
        }
        return Optional.of(
                "The session factory of environment \"" + environment(configuration)
                        + "\" takes no ids from distid: its identifier generator is "
                        + (used == null ? "not set" : "a " + used.getClass().getName())
                        + ". Give its GlobalConfig the generator, by setIdentifierGenerator, before the session factory is built.");
    }

    private static String environment(Configuration configuration) {
        return configuration.getEnvironment() == null
                ? ""
                : configuration.getEnvironment().getId();
    }
}
