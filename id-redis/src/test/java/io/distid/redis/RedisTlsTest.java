package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.process.Ports;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS on a second port and asks clients for a certificate. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisTlsTest {
    private static final String PASSWORD = "changeit";
    /** How often a key store hashes its password. By default that takes longer than the tests that open one. */
    private static final String ROUNDS = "keystore.pkcs12.%sIterationCount";

    private RedisProcess server;
    private int tlsPort;
    private Path store;

    @BeforeAll
    void startServer(@TempDir Path directory) throws Exception {
        store = directory.resolve("store.p12");
        // One self-signed certificate for both sides, of a server that is called localhost.
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "redis",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-ext",
                        "BC=ca:true",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-J-D" + ROUNDS.formatted("mac") + "=1",
                        "-J-D" + ROUNDS.formatted("keyPbe") + "=1",
                        "-J-D" + ROUNDS.formatted("certPbe") + "=1")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Path certificate =
                pem(directory, "CERTIFICATE", keys.getCertificate("redis").getEncoded());
        Path key = pem(
                directory,
                "PRIVATE KEY",
                keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
        // As a trust store, a certificate without its key.
        System.setProperty(ROUNDS.formatted("mac"), "1");
        System.setProperty(ROUNDS.formatted("certPbe"), "1");
        keys.setCertificateEntry("trusted", keys.getCertificate("redis"));
        keys.deleteEntry("redis");
        try (var out = Files.newOutputStream(directory.resolve("trust.p12"))) {
            keys.store(out, PASSWORD.toCharArray());
        }
        tlsPort = Ports.free();
        server = RedisProcess.server(
                directory,
                Ports.free(),
                "tls-port " + tlsPort,
                "tls-cert-file " + certificate,
                "tls-key-file " + key,
                "tls-ca-cert-file " + certificate,
                "tls-auth-clients yes");
    }

    @AfterAll
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private static Path pem(Path directory, String kind, byte[] content) throws Exception {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                directory.resolve(kind.replace(' ', '-') + ".pem"),
                "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private Map<String, String> config(String host, String... more) {
        return ConfigPairs.with(
                Map.of(
                        "url",
                        "rediss://" + host + ":" + tlsPort,
                        "create",
                        "true",
                        "trust-store",
                        store.resolveSibling("trust.p12").toString(),
                        "trust-store-password",
                        PASSWORD,
                        "key-store",
                        store.toString(),
                        "key-store-password",
                        PASSWORD,
                        "timeout",
                        RedisFixture.TIMEOUT_MILLIS + "ms"),
                more);
    }

    @Test
    void bothSidesShowTheirCertificates() {
        try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", config("localhost", "key", "tls"))) {
            assertThat(ids.nextId()).isEqualTo(1);
        }
    }

    @Test
    void serverOfAnotherNameIsRefusedUnlessOnlyTheIssuerIsChecked() {
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", config("127.0.0.1")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("127.0.0.1");
        try (LongIdGenerator ids =
                IdGenerators.openLong("redis-incr", config("127.0.0.1", "key", "issuer", "tls-verify", "ca"))) {
            assertThat(ids.nextId()).isEqualTo(1);
        }
    }

    @Test
    void serverOfAnUnknownIssuerIsRefused() {
        Map<String, String> config = config("localhost");
        config.remove("trust-store");
        config.remove("trust-store-password");
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", config))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("PKIX");
    }

    @Test
    void clientWithoutACertificateIsRefused() {
        Map<String, String> config = config("localhost");
        config.remove("key-store");
        config.remove("key-store-password");
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", config)).isInstanceOf(BackendException.class);
    }

    @Test
    void wrongPasswordOfAStoreIsSaidAndNotShown() {
        assertThatThrownBy(() ->
                        IdGenerators.open("redis-incr", config("localhost", "trust-store-password", "not-this-one")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("password")
                .hasMessageNotContaining("not-this-one");
    }

    @Test
    void plainClientOnATlsPortIsReportedInTime() {
        assertThatThrownBy(() -> IdGenerators.open("redis-incr", Map.of("url", "redis://localhost:" + tlsPort)))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("TLS");
    }
}
