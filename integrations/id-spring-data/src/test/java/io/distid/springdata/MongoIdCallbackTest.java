package io.distid.springdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.MongoClientSettings;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.distid.NamedGenerators;
import io.distid.entity.EntityIdException;
import io.distid.springdata.Entities.Chosen;
import io.distid.springdata.Entities.Document;
import io.distid.springdata.Entities.Fixed;
import io.distid.springdata.Entities.Numbered;
import io.distid.springdata.Entities.Plain;
import io.distid.springdata.Entities.Unknown;
import io.distid.springdata.Entities.Versioned;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.bson.UuidRepresentation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mongodb.config.AbstractMongoClientConfiguration;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.SimpleReactiveMongoDatabaseFactory;
import org.springframework.data.mongodb.core.convert.MongoConverter;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import reactor.core.publisher.Mono;

/** Spring Data and MongoDB's own driver, against a server that speaks its protocol and is not MongoDB. */
class MongoIdCallbackTest {
    private static MongoServer server;
    private static Generators generators;
    private static AnnotationConfigApplicationContext context;
    private static MongoTemplate mongo;
    private static ReactiveMongoTemplate reactive;

    @Configuration
    static class Application extends AbstractMongoClientConfiguration {
        @Override
        protected String getDatabaseName() {
            return "shop";
        }

        @Override
        protected void configureClientSettings(MongoClientSettings.Builder builder) {
            builder.applyConnectionString(new com.mongodb.ConnectionString(server.getConnectionString()))
                    .uuidRepresentation(UuidRepresentation.STANDARD);
        }

        @Bean(destroyMethod = "close")
        com.mongodb.reactivestreams.client.MongoClient reactiveClient() {
            return com.mongodb.reactivestreams.client.MongoClients.create(server.getConnectionString());
        }

        @Bean
        ReactiveMongoTemplate reactiveMongoTemplate(
                com.mongodb.reactivestreams.client.MongoClient client, MongoConverter converter) {
            return new ReactiveMongoTemplate(
                    new SimpleReactiveMongoDatabaseFactory(client, getDatabaseName()), converter);
        }

        @Bean
        static MongoIdCallback idCallback(NamedGenerators generators, MongoMappingContext mapping) {
            return new MongoIdCallback(generators, mapping);
        }

        @Bean
        static ReactiveMongoIdCallback reactiveIdCallback(NamedGenerators generators, MongoMappingContext mapping) {
            return new ReactiveMongoIdCallback(generators, mapping);
        }
    }

    @BeforeAll
    static void startApplication() {
        server = new MongoServer(new MemoryBackend());
        server.bind();
        generators = new Generators();
        context = new AnnotationConfigApplicationContext();
        context.registerBean(NamedGenerators.class, () -> generators);
        context.register(Application.class);
        context.refresh();
        mongo = context.getBean(MongoTemplate.class);
        reactive = context.getBean(ReactiveMongoTemplate.class);
    }

    @AfterAll
    static void stopApplication() {
        context.close();
        generators.close();
        server.shutdownNow();
    }

    @Test
    void aSavedDocumentHasItsIdAndItsOtherFieldsOfTheNamedGenerators() {
        Plain saved = mongo.save(new Plain());

        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id))).isTrue();
        assertThat(saved.code).hasSize(26);
        assertThat(mongo.findById(saved.id, Plain.class))
                .usingRecursiveComparison()
                .isEqualTo(saved);
    }

    @Test
    void aRecordIsCopiedAndAnIdThatIsSetStays() {
        Fixed saved = mongo.insert(new Fixed(null, "first"));
        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id()))).isTrue();
        assertThat(mongo.findById(saved.id(), Fixed.class)).isEqualTo(saved);
        assertThat(mongo.insert(new Fixed(42L, "second")).id()).isEqualTo(42);
    }

    @Test
    void documentsOfABatchHaveIncreasingIds() {
        List<Fixed> saved =
                List.copyOf(mongo.insertAll(List.of(new Fixed(null, "a"), new Fixed(null, "b"), new Fixed(null, "c"))));
        assertThat(saved).hasSize(3).extracting(Fixed::id).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aUuidIsAnId() {
        Document saved = mongo.save(new Document());
        assertThat(Objects.requireNonNull(saved.id).version()).isEqualTo(7);
        assertThat(mongo.findById(saved.id, Document.class)).isNotNull();
    }

    @Test
    void anUpdateFillsNothing() {
        Plain saved = mongo.save(new Plain());
        saved.code = null;
        mongo.save(saved);
        assertThat(Objects.requireNonNull(mongo.findById(saved.id, Plain.class)).code)
                .isNull();
    }

    /** A limit, which the README tells: Spring Data calls back as for an insert. */
    @Test
    void aReplacementWithoutIdIsNewAndOneWithIdKeepsWhatItHas() {
        Plain stored = mongo.save(new Plain());
        Query query = Query.query(Criteria.where("code").is(stored.code));

        assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
                .isThrownBy(() -> mongo.findAndReplace(query, new Plain()))
                .withMessageContaining("immutable");

        Plain replacement = new Plain();
        replacement.id = stored.id;
        replacement.code = stored.code;
        mongo.findAndReplace(query, replacement);
        assertThat(mongo.findById(Objects.requireNonNull(stored.id), Plain.class))
                .usingRecursiveComparison()
                .isEqualTo(stored);
    }

    @Test
    void anInsertOfABulkOperationIsFilled() {
        Plain inserted = new Plain();
        mongo.bulkOps(BulkOperations.BulkMode.ORDERED, Plain.class)
                .insert(inserted)
                .execute();
        assertThat(Generators.isOrders(Objects.requireNonNull(inserted.id))).isTrue();
        assertThat(mongo.findById(inserted.id, Plain.class))
                .usingRecursiveComparison()
                .isEqualTo(inserted);
    }

    @Test
    void aVersionedDocumentIsInsertedOnce() {
        Versioned saved = mongo.save(new Versioned());
        Long id = saved.id;
        Versioned again = mongo.save(saved);
        assertThat(again.id).isEqualTo(id).isNotNull();
        assertThat(again.version).isEqualTo(1);
    }

    @Test
    void aPersistableSaysWhetherItIsNew() {
        Chosen saved = mongo.insert(new Chosen());
        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id))).isTrue();
    }

    @Test
    void aPrimitiveThatNothingFillsIsRefusedAt0() {
        Numbered own = new Numbered();
        own.id = 46L;
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> mongo.insert(own))
                .withMessageContaining("Numbered.number, @DistId(\"orders\"): it is 0, and the entity is not new");
        assertThatExceptionOfType(EntityIdException.class).isThrownBy(() -> block(reactive.save(own)));
        assertThat(mongo.findAll(Numbered.class)).isEmpty();

        own.number = 7;
        mongo.insert(own);
        assertThat(mongo.save(Objects.requireNonNull(mongo.findById(46L, Numbered.class))).number)
                .isEqualTo(7);
    }

    @Test
    void aGeneratorThatIsNotThereIsNamedWithTheField() {
        assertThatExceptionOfType(EntityIdException.class)
                .isThrownBy(() -> mongo.save(new Unknown()))
                .withMessageContaining(
                        Unknown.class.getName() + ".id, @DistId(\"oders\"): there is no generator \"oders\"");
        assertThat(mongo.findAll(Unknown.class)).isEmpty();
    }

    @Test
    void aReactiveTemplateFillsOnThreadsThatMayWait() {
        generators.threads.clear();
        Fixed saved = block(reactive.insert(new Fixed(null, "reactive")));
        assertThat(Generators.isOrders(Objects.requireNonNull(saved.id()))).isTrue();
        assertThat(block(reactive.findById(saved.id(), Fixed.class))).isEqualTo(saved);
        assertThat(generators.threads).hasSize(1).allMatch(name -> name.startsWith("boundedElastic"));
        assertThatExceptionOfType(EntityIdException.class).isThrownBy(() -> block(reactive.insert(new Unknown())));
    }

    @Test
    void aReactiveBatchHasAnIdForEachAndAnUpdateFillsNothing() {
        List<Fixed> saved =
                block(reactive.insertAll(List.of(new Fixed(null, "a"), new Fixed(7L, "b"), new Fixed(null, "c")))
                        .collectList());
        assertThat(saved)
                .hasSize(3)
                .extracting(Fixed::id)
                .doesNotHaveDuplicates()
                .doesNotContainNull();
        assertThat(saved).extracting(Fixed::id).contains(7L);

        Plain plain = block(reactive.save(new Plain()));
        plain.code = null;
        block(reactive.save(plain));
        assertThat(block(reactive.findById(Objects.requireNonNull(plain.id), Plain.class)).code)
                .isNull();
        Versioned versioned = block(reactive.save(block(reactive.save(new Versioned()))));
        assertThat(versioned.version).isEqualTo(1);
    }

    private static <T> T block(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(Duration.ofMinutes(1)));
    }
}
