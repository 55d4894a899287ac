package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.worker.WorkerIdsProvider;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ProvidersTest {
    private static final Class<SegmentStoreProvider> STORES = SegmentStoreProvider.class;

    @TempDir
    Path directory;

    private ServiceFiles classPath;

    @BeforeEach
    void start() {
        classPath = new ServiceFiles(directory);
    }

    @AfterEach
    void end() throws IOException {
        classPath.close();
    }

    @Test
    void oneOfSeveralIsFoundByItsName() throws IOException {
        classPath.with(STORES, One.class.getName()).with(STORES, Two.class.getName());
        assertThat(Providers.find(STORES, "one")).isInstanceOf(One.class);
        assertThat(Providers.find(STORES, "two")).isInstanceOf(Two.class);
        assertThat(Providers.all(STORES)).extracting(Provider::name).containsExactly("one", "two");
    }

    @Test
    void lackOfAnyProviderIsReported() {
        assertThat(Providers.all(STORES)).isEmpty();
        assertThatThrownBy(() -> Providers.find(STORES, "mysql"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "unknown segment store \"mysql\": on the class path are none; add module id-db, which has mysql");
        assertThatThrownBy(() -> Providers.find(STORES, "oracle"))
                .hasMessage("unknown segment store \"oracle\": on the class path are none");
    }

    @Test
    void unknownNameFromAKeyIsReportedWithTheKey() throws IOException {
        classPath.with(STORES, Two.class.getName(), One.class.getName());
        TestProvider strategy = new TestProvider("segments", ConfigKey.provider("store", null, "who keeps it"));
        IdConfig config = IdConfig.of(strategy, Map.of("store", "three"));
        assertThatThrownBy(() -> Providers.find(STORES, config, "store"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "segments: key \"store\" is \"three\": must be the name of a segment store; on the class path are"
                                + " one, two");
    }

    @Test
    void unknownNameListsThoseFound() throws IOException {
        classPath.with(STORES, Two.class.getName(), One.class.getName());
        assertThatThrownBy(() -> Providers.find(STORES, "three"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("unknown segment store \"three\": on the class path are one, two");
    }

    @Test
    void kindIsNamedInItsOwnWords() {
        assertThatThrownBy(() -> Providers.find(IdGeneratorProvider.class, "x"))
                .hasMessageStartingWith("unknown strategy \"x\"");
        assertThatThrownBy(() -> Providers.find(WorkerIdsProvider.class, "x"))
                .hasMessageStartingWith("unknown source of worker ids \"x\"");
    }

    @Test
    void twoOfOneNameAreRefusedWithBothClasses() throws IOException {
        classPath.with(STORES, One.class.getName()).with(STORES, OtherOne.class.getName());
        for (String name : List.of("one", "two")) {
            assertThatThrownBy(() -> Providers.find(STORES, name))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("two providers of segment store \"one\"")
                    .hasMessageContaining(One.class.getName() + " in ")
                    .hasMessageContaining(OtherOne.class.getName() + " in ")
                    .hasMessageContaining("take one of them off the class path");
        }
        assertThatThrownBy(() -> Providers.all(STORES)).isInstanceOf(ConfigException.class);
    }

    @Test
    void oneClassRegisteredTwiceIsOneProvider() throws IOException {
        classPath.with(STORES, One.class.getName(), One.class.getName()).with(STORES, One.class.getName());
        assertThat(Providers.all(STORES)).hasSize(1);
    }

    @Test
    void brokenProviderIsSkippedUnlessItMayBeTheRequestedOne() throws IOException {
        classPath
                .with(STORES, "no.such.Provider")
                .with(STORES, Failing.class.getName())
                .with(STORES, "not a class name!")
                .with(STORES, Misfit.class.getName())
                .with(STORES, Nameless.class.getName())
                .with(STORES, One.class.getName());
        assertThat(Providers.find(STORES, "one")).isInstanceOf(One.class);
        assertThat(Providers.all(STORES)).hasSize(1);
        assertThatThrownBy(() -> Providers.find(STORES, "two"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        "unknown segment store \"two\": on the class path are one; could not be loaded: ")
                .hasMessageContaining("no.such.Provider")
                .hasMessageContaining(Failing.class.getName())
                .hasMessageContaining("Illegal configuration-file syntax")
                .hasMessageContaining(Misfit.class.getName())
                .hasMessageContaining(Nameless.class.getName())
                .satisfies(error -> assertThat(error.getSuppressed()).hasSizeGreaterThanOrEqualTo(5));
    }

    @Test
    @Timeout(120)
    void classLoaderThatCannotListItsResourcesIsAnErrorAndNoHang() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(new ClassLoader(before) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                throw new IOException("the disk is gone");
            }
        });
        assertThatThrownBy(() -> Providers.find(STORES, "one"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("could not be loaded");
    }

    @Test
    void threadWithoutAContextClassLoaderFindsWhatIdApiFinds() {
        Thread.currentThread().setContextClassLoader(null);
        assertThat(Providers.all(STORES)).isEmpty();
    }

    /** A provider that opens nothing. */
    private abstract static class Stub extends StubProvider implements SegmentStoreProvider {
        Stub(String name) {
            super(name);
        }

        @Override
        public SegmentStore open(IdConfig config) {
            throw new UnsupportedOperationException();
        }
    }

    /** The first. */
    public static final class One extends Stub {
        /** For ServiceLoader. */
        public One() {
            super("one");
        }
    }

    /** Takes the first one's name. */
    public static final class OtherOne extends Stub {
        /** For ServiceLoader. */
        public OtherOne() {
            super("one");
        }
    }

    /** The second. */
    public static final class Two extends Stub {
        /** For ServiceLoader. */
        public Two() {
            super("two");
        }
    }

    /** Cannot be made. */
    public static final class Failing extends Stub {
        /** For ServiceLoader. */
        public Failing() {
            super("failing");
            throw new IllegalStateException("a driver is missing");
        }
    }

    /** Cannot say its name. */
    public static final class Nameless extends Stub {
        /** For ServiceLoader. */
        public Nameless() {
            super("nameless");
        }

        @Override
        public String name() {
            throw new IllegalStateException("no name yet");
        }
    }

    /** Is no provider. */
    public static final class Misfit {}
}
