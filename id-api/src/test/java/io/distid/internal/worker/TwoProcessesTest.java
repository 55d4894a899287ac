package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.internal.lease.Holders;
import io.distid.worker.RenewedLease;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One worker file, this process and another. */
class TwoProcessesTest {
    @TempDir
    Path directory;

    @Test
    void holderInAnotherProcessIsRefusedAndItsKillFreesTheFile() throws Exception {
        try (FileHolder other = FileHolder.start(path())) {
            long bound = FileHolder.bound(other.acquire());
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(this::acquire)
                    .withMessageContaining("in use by a running process");
            other.kill();
            RenewedLease next = acquire();
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(bound);
            next.close();
        }
    }

    /** On POSIX, closing any channel on a file frees all locks that the process has on it. */
    @Test
    void secondHolderThatIsRefusedInThisProcessFreesNothing() throws Exception {
        RenewedLease lease = acquire();
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(this::acquire)
                .withMessageContaining("in use by a running process, this one, " + Holders.self());
        assertOtherIsRefused();
        lease.close();
        acquire().close();
    }

    @Test
    void secondHolderOfAnotherClassLoaderFreesNothing() throws Exception {
        RenewedLease lease = acquire();
        URL[] classes = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> url(Path.of(entry)))
                .toArray(URL[]::new);
        try (URLClassLoader application = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = application.loadClass(HeldWorkerFile.class.getName());
            assertThat(copy).isNotSameAs(HeldWorkerFile.class);
            assertThatThrownBy(() -> copy.getMethod("lock", Path.class).invoke(null, path()))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("in use by a running process");
        }
        assertOtherIsRefused();
        lease.close();
    }

    /** Where the holders of this process are not known, the lock itself is found, and not freed by the finding. */
    @Test
    void secondHolderAfterThePropertiesWereReplacedFreesNothing() throws Exception {
        RenewedLease lease = acquire();
        Properties known = System.getProperties();
        Properties without = new Properties();
        known.stringPropertyNames().stream()
                .filter(name -> !name.contains("distid"))
                .forEach(name -> without.setProperty(name, known.getProperty(name)));
        System.setProperties(without);
        try {
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(ConfigException.class)
                        .isThrownBy(this::acquire)
                        .withMessageContaining("in use by a running process");
                System.gc();
                assertOtherIsRefused();
            }
        } finally {
            System.setProperties(known);
        }
        lease.close();
        acquire().close();
    }

    @Test
    void holderBySymbolicLinkIsRefused() throws Exception {
        acquire().close();
        Path link = Files.createSymbolicLink(directory.resolve("link"), path());
        RenewedLease lease = acquire();
        try (FileHolder other = FileHolder.start(link)) {
            assertThat(other.acquire()).startsWith("refused ").contains("in use by a running process");
        }
        lease.close();
    }

    @Test
    void processThatTakesTheFileAfterTheLockWasDeletedBeginsAboveAllAndContinuesAlone() throws Exception {
        RenewedLease lease = acquire();
        try (FileHolder other = FileHolder.start(path())) {
            Files.delete(directory.resolve("node.lock"));
            String held = other.acquire();
            assertThat(held).startsWith("held " + lease.reservedUntil() + " ");

            long reported = lease.reservedUntil();
            assertThat(lease.renew()).isFalse();
            assertThat(lease.failure()).isInstanceOf(LeaseLostException.class);
            assertThat(lease.health().lost()).isTrue();
            assertThat(lease.reservedUntil()).isEqualTo(reported);

            assertThat(other.renew()).isEqualTo("true " + FileHolder.bound(held));
            lease.close();
            assertThat(other.renew()).as("after the loser's close").startsWith("true ");
            assertOtherIsRefused();
        }
    }

    private void assertOtherIsRefused() throws Exception {
        try (FileHolder other = FileHolder.start(path())) {
            assertThat(other.acquire()).startsWith("refused ").contains("in use by a running process");
        }
    }

    private RenewedLease acquire() {
        return (RenewedLease) new FileWorkerIds(DurableFile.of(path()), OptionalLong.of(7), true)
                .acquire(FileWorkerIdsTest.request("orders").withRenewer(ignored -> {}));
    }

    private Path path() {
        return directory.resolve("node");
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new AssertionError(e);
        }
    }
}
