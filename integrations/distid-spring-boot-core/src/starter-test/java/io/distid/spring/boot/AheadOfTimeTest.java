package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.aot.AotDetector;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.javapoet.ClassName;

/** The application's beans are written down as code ahead of time, which is compiled and run here, and as hints for a native image. */
class AheadOfTimeTest {
    private static final Map<String, Object> PROPERTIES = Map.of(
            "distid.generators.orders.strategy", "snowflake",
            "distid.generators.orders.worker.id", "3",
            "distid.generators.items.strategy", "snowflake",
            "distid.generators.items.worker.id", "4",
            "distid.generators.requests.strategy", "uuid-v7");

    /** Injected by qualifier, which must survive. */
    record Service(LongIdGenerator orders) {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DistidAutoConfiguration.class,
        DistidEndpointAutoConfiguration.class,
        DistidMetricsAutoConfiguration.class
    })
    static class Application {
        @Bean
        Service service(@Qualifier("orders") LongIdGenerator orders) {
            return new Service(orders);
        }
    }

    private static void configure(GenericApplicationContext context) {
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", PROPERTIES));
    }

    @Test
    void generatedCodeOpensTheGenerators(@TempDir Path directory) throws Exception {
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        DefaultGenerationContext generation =
                new DefaultGenerationContext(new ClassNameGenerator(ClassName.get(getClass())), files);
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        configure(application);
        application.register(Application.class);
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(application, generation);
        generation.writeGeneratedContent();

        assertHints(generation.getRuntimeHints());
        compile(files, directory);
        try (URLClassLoader loader = new GeneratedCode(directory)) {
            run(loader, initializer);
        }
    }

    private static void assertHints(RuntimeHints hints) {
        assertThat(hints)
                .matches(RuntimeHintsPredicates.resource()
                        .forResource("META-INF/services/io.distid.spi.IdGeneratorProvider"))
                .matches(RuntimeHintsPredicates.resource()
                        .forResource("META-INF/services/io.distid.worker.WorkerIdsProvider"));
        for (String provider : List.of(
                "io.distid.snowflake.SnowflakeProvider",
                "io.distid.redis.RedisWorkerIdsProvider",
                "io.distid.db.MySqlSegmentStoreProvider")) {
            assertThat(hints)
                    .matches(RuntimeHintsPredicates.reflection()
                            .onType(org.springframework.aot.hint.TypeReference.of(provider)));
        }
    }

    private static void compile(InMemoryGeneratedFiles files, Path directory) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (var file : files.getGeneratedFiles(Kind.SOURCE).entrySet()) {
            Path source = directory.resolve(file.getKey());
            Files.createDirectories(source.getParent());
            try (var in = file.getValue().getInputStream()) {
                Files.write(source, in.readAllBytes());
            }
            sources.add(source);
        }
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "-proc:none", "-nowarn", "-d", directory.toString(), "-cp", System.getProperty("java.class.path"));
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(sources);
            assertThat(compiler.getTask(messages, manager, null, options, null, units)
                            .call())
                    .as(messages.toString())
                    .isTrue();
        }
    }

    /** Loads this package itself, since what is generated uses what only the package may. */
    private static final class GeneratedCode extends URLClassLoader {
        GeneratedCode(Path generated) throws IOException {
            super(
                    new URL[] {
                        generated.toUri().toURL(), place(DistidAutoConfiguration.class), place(AheadOfTimeTest.class)
                    },
                    AheadOfTimeTest.class.getClassLoader());
        }

        private static URL place(Class<?> type) {
            return type.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("io.distid.spring.boot.")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void run(ClassLoader loader, ClassName initializer) throws Exception {
        System.setProperty(AotDetector.AOT_ENABLED, "true");
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.setClassLoader(loader);
            configure(context);
            var type = Class.forName(initializer.canonicalName(), true, loader);
            ((ApplicationContextInitializer<GenericApplicationContext>)
                            type.getDeclaredConstructor().newInstance())
                    .initialize(context);
            context.refresh();
            LongIdGenerator orders = (LongIdGenerator) context.getBean("ordersIdGenerator");
            assertThat(orders.stats().lease().orElseThrow().workerId()).isEqualTo(3);
            assertThat(context.getBean("service")).extracting("orders").isSameAs(orders);
            assertThat(context.getBean(NamedGenerators.class).names()).containsExactly("items", "orders", "requests");
        } finally {
            System.clearProperty(AotDetector.AOT_ENABLED);
        }
    }
}
