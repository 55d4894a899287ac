package io.distid.springdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.springdata.Entities.Fixed;
import io.distid.testkit.ReducedClassPath;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.core.publisher.Mono;

/** Class paths that have one store of Spring Data. */
class OneStoreTest {

    @Test
    void jdbcNeedsNoOtherStore() {
        Object id = ReducedClassPath.call(
                Application.class, "jdbc", R2dbcEntityTemplate.class, MongoTemplate.class, Mono.class, Publisher.class);
        assertThat(Generators.isOrders((Long) id)).isTrue();
    }

    @Test
    void r2dbcNeedsNoOtherStore() {
        Object id = ReducedClassPath.call(Application.class, "r2dbc", JdbcAggregateTemplate.class, MongoTemplate.class);
        assertThat(Generators.isOrders((Long) id)).isTrue();
    }

    @Test
    void mongoNeedsNoOtherStore() {
        Object id = ReducedClassPath.call(
                Application.class,
                "mongo",
                JdbcAggregateTemplate.class,
                R2dbcEntityTemplate.class,
                RelationalMappingContext.class,
                Mono.class,
                Publisher.class);
        assertThat(Generators.isOrders((Long) id)).isTrue();
    }

    /** What applications with one store do. */
    public static final class Application {
        private Application() {}

        public static Object jdbc() {
            try (Generators generators = new Generators()) {
                return id(new JdbcIdCallback(generators, new RelationalMappingContext())
                        .onBeforeConvert(new Fixed(null, "")));
            }
        }

        public static Object r2dbc() {
            try (Generators generators = new Generators()) {
                return id(Mono.from(new R2dbcIdCallback(generators, new RelationalMappingContext())
                                .onBeforeConvert(new Fixed(null, ""), SqlIdentifier.unquoted("fixed")))
                        .block());
            }
        }

        public static Object mongo() {
            try (Generators generators = new Generators()) {
                return id(new MongoIdCallback(generators, new MongoMappingContext())
                        .onBeforeConvert(new Fixed(null, ""), "fixed"));
            }
        }

        private static Object id(Object entity) {
            Long id = ((Fixed) entity).id();
            return id == null ? "no id" : id;
        }
    }
}
