package io.distid.mybatis;

import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;

/**
 * Sets a {@link DistidKeyGenerator} on each insert of plain MyBatis with a {@code keyProperty} but without another
 * source of keys. The other sources are {@code useGeneratedKeys} and {@code selectKey}. MyBatis has no setting that
 * names a key generator in XML or annotations.
 *
 * <pre>{@code
 * configuration.addInterceptor(new DistidKeyInterceptor(new DistidKeyGenerator(names)));
 * }</pre>
 *
 * <p>Safe for use by any number of threads.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class DistidKeyInterceptor implements Interceptor {
    private final DistidKeyGenerator keys;

    /**
     * For all statements of the configuration that it is added to.
     *
     * @param keys sets the keys
     */
    public DistidKeyInterceptor(DistidKeyGenerator keys) {
        this.keys = keys;
    }

    /** {@inheritDoc} */
    @Override
    public Object intercept(Invocation invocation) throws Throwable {
        MappedStatement statement = (MappedStatement) invocation.getArgs()[0];
        if (statement.getSqlCommandType() == SqlCommandType.INSERT
                && statement.getKeyProperties() != null
                && statement.getKeyGenerator() instanceof NoKeyGenerator) {
            keys.processBefore(
                    (Executor) invocation.getTarget(),
                    statement,
                    null,
                    invocation.getArgs()[1]);
        }
        return invocation.proceed();
    }
}
