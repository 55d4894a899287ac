package io.distid.etcd;

import io.distid.InterruptedIdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Requests by HTTP. Each request is answered completely within its time limit, or abandoned. Safe for use by any number of threads. Its own
 * threads are few daemons, which end without requests.
 */
final class EtcdHttp {
    private static final System.Logger LOG = System.getLogger(EtcdHttp.class.getName());
    /** The threads read answers, which is short work; the look-up of an endpoint's name may hold one for longer. */
    private static final int THREADS = 2;

    private static final int OK = 200;

    private final String where;
    private final Duration timeout;
    private final ThreadPoolExecutor executor;
    private volatile @Nullable HttpClient client;

    EtcdHttp(String where, Duration timeout, @Nullable SSLContext tls) {
        this.where = where;
        this.timeout = timeout;
        this.executor =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(null, task, "distid-etcd-http", 0, false);
                    thread.setContextClassLoader(null);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        HttpClient.Builder builder = HttpClient.newBuilder()
                // With HTTP/2 the client would ask for an upgrade first, and etcd's gateway does not need it.
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .executor(executor);
        if (tls != null) {
            builder.sslContext(tls);
        }
        this.client = builder.build();
    }

    boolean isClosed() {
        return client == null;
    }

    /**
     * Sends a request, and waits until its body has been read: a request's own time limit covers only the headers.
     *
     * @throws HttpTimeoutException if that took longer than the time limit; the request is abandoned
     */
    <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
        HttpClient open = client;
        if (open == null) {
            throw closed(null);
        }
        CompletableFuture<HttpResponse<T>> sent = open.sendAsync(request, handler);
        try {
            return sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while waiting for etcd at " + where, e);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new HttpTimeoutException("the answer is not complete");
        } catch (ExecutionException | CancellationException e) {
            if (client == null) {
                throw closed(e);
            }
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e);
        }
    }

    /** The same, with a body that goes on until the stream is closed. The body of a refusal has been read. */
    HttpResponse<InputStream> stream(HttpRequest request) throws IOException {
        return send(
                request,
                answer -> answer.statusCode() == OK
                        ? BodySubscribers.ofInputStream()
                        : BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new));
    }

    private IllegalStateException closed(@Nullable Exception cause) {
        return new IllegalStateException("closed: etcd at " + where, cause);
    }

    /** Waits for running requests, but not longer than the time limit. */
    void close() {
        HttpClient open = client;
        client = null;
        if (open instanceof AutoCloseable closeable) {
            // Java 21 and later can close the client. Before that, its connections end with garbage collection.
            Thread closing = new Thread(null, () -> close(closeable), "distid-etcd-close", 0, false);
            closing.setContextClassLoader(null);
            closing.setDaemon(true);
            closing.start();
            try {
                closing.join(timeout.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            // An interrupted close abandons all requests.
            closing.interrupt();
        }
        executor.shutdown();
    }

    private void close(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "could not close the connections to etcd at " + where + ": " + e.getMessage());
        }
    }
}
