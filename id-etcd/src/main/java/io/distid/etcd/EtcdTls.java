package io.distid.etcd;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The trusted certificates and the client's own: PEM files, as etcd's own tools use. */
final class EtcdTls {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

    private EtcdTls() {}

    /** Returns the context of the settings; null if they name no file, so that Java's own trust store decides. */
    static @Nullable SSLContext context(IdConfig config) {
        if (!config.has("tls-ca") && !config.has("tls-cert") && !config.has("tls-key")) {
            return null;
        }
        if (config.has("tls-cert") != config.has("tls-key")) {
            throw new ConfigException(
                    config.fullName("tls-cert") + " and " + config.fullName("tls-key") + ": give both or neither");
        }
        try {
            TrustManagerFactory trust = null;
            if (config.has("tls-ca")) {
                trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(trusting(certificates(config, "tls-ca")));
            }
            KeyManagerFactory keys = null;
            if (config.has("tls-cert")) {
                keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(
                        showing(key(config), certificates(config, "tls-cert").toArray(Certificate[]::new)),
                        new char[0]);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys == null ? null : keys.getKeyManagers(), trust == null ? null : trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new ConfigException("TLS to etcd cannot be set up: " + config.hide(e.getMessage()), config.hide(e));
        }
    }

    private static KeyStore trusting(Collection<? extends Certificate> issuers)
            throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        int number = 0;
        for (Certificate issuer : issuers) {
            store.setCertificateEntry("ca-" + number++, issuer);
        }
        return store;
    }

    private static KeyStore showing(PrivateKey key, Certificate[] chain) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        store.setKeyEntry("client", key, new char[0], chain);
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(IdConfig config, String name) {
        try {
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes(config, name)));
            if (!found.isEmpty()) {
                return found;
            }
        } catch (GeneralSecurityException e) {
            // Reported below, since the parser's own message names bytes.
        }
        throw config.invalid(name, "a file of certificates in PEM");
    }

    private static PrivateKey key(IdConfig config) throws GeneralSecurityException {
        Matcher pem = KEY.matcher(new String(bytes(config, "tls-key"), StandardCharsets.ISO_8859_1));
        if (pem.find()) {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
                } catch (InvalidKeySpecException e) {
                    // The key is of another algorithm.
                }
            }
        }
        throw config.invalid(
                "tls-key",
                "a file with a private key in PEM, PKCS #8 and not encrypted; openssl pkcs8 -topk8 -nocrypt"
                        + " converts others");
    }

    private static byte[] bytes(IdConfig config, String name) {
        try {
            return Files.readAllBytes(config.file(name));
        } catch (IOException e) {
            throw config.invalid(name, "a file that can be read");
        }
    }
}
