package io.distid.spring.boot;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Strategy {@code slow}: a Snowflake that has its worker id already while its opening still waits. */
public final class SlowProvider implements IdGeneratorProvider {
    private static final long SECONDS = 60;
    private static volatile Openings openings = new Openings();

    /** What one test sees of them. */
    static final class Openings implements AutoCloseable {
        private final CountDownLatch open = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile IdGenerator opened;

        void awaitOpen() throws InterruptedException {
            if (!open.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("no generator was opened");
            }
        }

        IdGenerator opened() {
            return opened;
        }

        void release() {
            released.countDown();
        }

        /** Leaves no generator to other tests if this one failed. */
        @Override
        public void close() {
            release();
            if (opened != null) {
                opened.close();
            }
        }
    }

    /** For one test. */
    static Openings openings() {
        openings = new Openings();
        return openings;
    }

    /** One that finds this strategy beside the others, which the other tests do not. */
    static URLClassLoader classLoader(Path directory) throws IOException {
        Path file = directory.resolve("META-INF/services").resolve(IdGeneratorProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, SlowProvider.class.getName());
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, SlowProvider.class.getClassLoader());
    }

    private static IdGeneratorProvider snowflake() {
        return Providers.find(IdGeneratorProvider.class, "snowflake");
    }

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public String summary() {
        return "Snowflake whose opening waits for the test";
    }

    @Override
    public List<ConfigKey> keys() {
        return snowflake().keys();
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public IdGenerator open(IdConfig config) {
        Openings mine = openings;
        mine.opened = snowflake().open(config);
        mine.open.countDown();
        try {
            if (!mine.released.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the test did not release the opening");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return mine.opened;
    }
}
