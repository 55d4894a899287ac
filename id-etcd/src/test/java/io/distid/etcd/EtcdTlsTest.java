package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that speaks TLS, and to clients alone that have a certificate. */
class EtcdTlsTest {
    @TempDir
    static Path directory;

    private static Certificates certificates;
    private static EtcdServer server;

    @BeforeAll
    static void start() throws Exception {
        certificates = Certificates.in(directory);
        certificates.issue("server", "rsa");
        certificates.issue("rsa-client", "rsa");
        certificates.issue("ec-client", "ec");
        EtcdOptions options = EtcdOptions.DEFAULT.withTls(
                certificates.certificate("server"), certificates.key("server"), certificates.certificate("ca"));
        server = ServerAssumptions.orSkip(() -> EtcdServer.start(options));
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa-client", "ec-client"})
    void clientWithACertificateIsServed(String client) {
        Namespace namespace = Namespace.fresh();
        Map<String, String> config = new HashMap<>(config(client));
        config.put("create", "true");
        try (WorkerIds source = EtcdFixture.workers(config)) {
            RenewedLease lease = namespace.acquireByHand(source);
            lease.renew();
            assertThat(lease.failure()).isNull();
            lease.close();
        }
    }

    @Test
    void clientWithoutACertificateIsRefused() {
        Map<String, String> config = new HashMap<>(config("rsa-client"));
        config.remove("tls-cert");
        config.remove("tls-key");
        assertThatThrownBy(() -> EtcdFixture.workers(config))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("etcd at " + server.endpoints() + " did not answer");
    }

    @Test
    void serverOfAnotherIssuerIsRefused() throws Exception {
        certificates.authority("other");
        assertThatThrownBy(() -> EtcdFixture.workers(ConfigPairs.with(
                        config("rsa-client"),
                        "tls-ca",
                        certificates.certificate("other").toString())))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("PKIX");
    }

    @Test
    void plainHttpToAServerThatSpeaksTlsIsReported() {
        assertThatThrownBy(() -> EtcdFixture.workers(Map.of("endpoints", "http://127.0.0.1:" + server.port())))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("does it speak TLS?");
    }

    @Test
    void keyInAnotherFormIsRefusedWithTheCommandThatConvertsIt() throws Exception {
        String key = certificates.traditional("rsa-client").toString();
        assertThatThrownBy(() -> EtcdFixture.workers(ConfigPairs.with(config("rsa-client"), "tls-key", key)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt")
                .message()
                .doesNotContain(Files.readAllLines(Path.of(key)).get(1));
    }

    @Test
    void fileWithoutACertificateIsRefused() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.crt"), "nothing\n");
        assertThatThrownBy(
                        () -> EtcdFixture.workers(ConfigPairs.with(config("rsa-client"), "tls-ca", empty.toString())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tls-ca")
                .hasMessageContaining("a file of certificates in PEM");
    }

    @Test
    void certificateWithoutItsKeyIsRefused() {
        Map<String, String> config = new HashMap<>(config("rsa-client"));
        config.remove("tls-key");
        assertThatThrownBy(() -> EtcdFixture.workers(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tls-cert")
                .hasMessageContaining("tls-key");
    }

    private static Map<String, String> config(String client) {
        return EtcdFixture.config(
                server,
                "tls-ca",
                certificates.certificate("ca").toString(),
                "tls-cert",
                certificates.certificate(client).toString(),
                "tls-key",
                certificates.key(client).toString());
    }
}
