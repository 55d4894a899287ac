package io.distid.internal.worker;

import io.distid.IdException;
import io.distid.spi.IdConfig;
import io.distid.worker.RenewedLease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Another process that tries to hold a worker file, told what to do line by line; it ends with its parent. */
final class FileHolder implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private FileHolder(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static FileHolder start(Path path) throws IOException {
        String logging = "-Djava.util.logging.config.file=" + System.getProperty("java.util.logging.config.file", "");
        return new FileHolder(OtherJvm.of(FileHolder.class, List.of("-Xmx64m", logging), path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** {@code held <predecessor's stamp> <bound>}, or {@code refused <message>}. */
    String acquire() throws IOException {
        return ask("acquire");
    }

    /** {@code true <bound>} or {@code false <failure's class>}. */
    String renew() throws IOException {
        return ask("renew");
    }

    /** The bound of an answer. */
    static long bound(String answer) {
        return Long.parseLong(answer.substring(answer.lastIndexOf(' ') + 1));
    }

    private String ask(String what) throws IOException {
        PrintStream to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        to.println(what);
        String answer = output.readLine();
        if (answer == null) {
            throw new AssertionError("the process has ended");
        }
        return answer;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws IOException {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        FileWorkerIds source = (FileWorkerIds)
                provider.open(IdConfig.of(provider, Map.of("file", args[0], "id", "7", "file-create", "true")));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        RenewedLease lease = null;
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            try {
                if (line.equals("acquire")) {
                    lease = (RenewedLease)
                            source.acquire(FileWorkerIdsTest.request("orders").withRenewer(ignored -> {}));
                    System.out.println("held " + lease.stampedUntil() + " " + lease.reservedUntil());
                } else if (lease != null) {
                    lease.want(Long.MAX_VALUE);
                    boolean renewed = lease.renew();
                    System.out.println(renewed + " "
                            + (renewed ? lease.reservedUntil() : lease.failure().getClass()));
                }
            } catch (IdException e) {
                System.out.println("refused " + e.getMessage());
            }
        }
    }
}
