package io.distid.etcd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A certificate authority, made by openssl, and what it issued. */
record Certificates(Path directory) {

    /** Skips the test where there is no openssl. */
    static Certificates in(Path directory) throws Exception {
        Certificates made = new Certificates(directory);
        made.authority("ca");
        return made;
    }

    Path certificate(String name) {
        return directory.resolve(name + ".crt");
    }

    Path key(String name) {
        return directory.resolve(name + ".key");
    }

    void authority(String name) throws Exception {
        openssl(
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-keyout",
                name + ".key",
                "-out",
                name + ".crt",
                "-days",
                "30",
                "-subj",
                "/CN=distid-test-" + name);
    }

    /** A certificate for 127.0.0.1, for servers and clients. */
    void issue(String name, String algorithm) throws Exception {
        List<String> request = new ArrayList<>(List.of(
                "req",
                "-new",
                "-nodes",
                "-keyout",
                name + ".key",
                "-out",
                name + ".csr",
                "-subj",
                "/CN=" + name,
                "-newkey"));
        request.addAll(
                algorithm.equals("ec")
                        ? List.of("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
                        : List.of("rsa:2048"));
        openssl(request.toArray(String[]::new));
        Files.writeString(
                directory.resolve("ext"), "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n");
        openssl(
                "x509",
                "-req",
                "-in",
                name + ".csr",
                "-CA",
                "ca.crt",
                "-CAkey",
                "ca.key",
                "-CAcreateserial",
                "-out",
                name + ".crt",
                "-days",
                "30",
                "-extfile",
                "ext");
    }

    /** The same key in the form that etcd's older guides make. */
    Path traditional(String name) throws Exception {
        openssl("rsa", "-in", name + ".key", "-traditional", "-out", name + ".pkcs1");
        return directory.resolve(name + ".pkcs1");
    }

    private void openssl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            Assumptions.abort("there is no openssl: " + e.getMessage());
            return;
        }
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new AssertionError(command + " failed: " + output);
        }
    }
}
