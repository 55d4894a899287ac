package io.distid.testservers.fault;

import io.distid.testservers.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A TCP proxy in front of a server. It can lose answers (the request is carried out, and its client gets no answer), refuse connections, and
 * delay or hold back what is sent.
 *
 * <p>A request is what a client sends after the server last sent anything; its answer is all that comes until the client sends again. An
 * answer is dropped when its first bytes arrive from the server, so its request was forwarded and carried out. The client gets none of these
 * bytes, and its connection is reset. If a client sends several requests without waiting, the first answer is dropped. The later requests
 * may be carried out or not.
 *
 * <p>It understands no protocol, so the answers to a log-in count, too. What a server sends unasked (MySQL's greeting) does not count.
 *
 * <p>Safe for use by any number of threads. Its own threads are daemons, two for each of at most {@value #CONNECTIONS} connections. They end
 * with {@link #close()}.
 */
public final class LossyLink implements AutoCloseable {
    private static final int CONNECTIONS = 256;
    private static final int BACKLOG = 50;
    private static final long CLOSE_MILLIS = 5_000;

    private final ServerSocket socket;
    private final Thread acceptor;
    private final Set<LossyConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile InetSocketAddress server;
    private volatile boolean closed;
    private volatile Predicate<Socket> refused = client -> false;
    private volatile Duration patience = Duration.ZERO;
    private volatile UnaryOperator<byte[]> firstBytes = bytes -> bytes;
    private final AnswerLosses losses = new AnswerLosses();
    private final LinkDelay linkDelay = new LinkDelay();
    private final AtomicLong cut = new AtomicLong();

    /**
     * Begins to listen, and forwards to a server.
     *
     * @param server the address of the server, which need not listen yet; the link connects to it for each client
     * @throws UncheckedIOException if no port can be had
     */
    public LossyLink(InetSocketAddress server) {
        this.server = server;
        try {
            socket = Ports.listen(BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        acceptor = new Thread(this::accept, "lossy-link-" + socket.getLocalPort());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** Returns the address for clients, on 127.0.0.1. */
    public InetSocketAddress address() {
        return new InetSocketAddress("127.0.0.1", socket.getLocalPort());
    }

    /** Returns the port for clients. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Drops the next answer, and cuts the connection that it came on. */
    public void dropNextAnswer() {
        dropAnswerAfter(0);
    }

    /**
     * Drops one answer, and cuts the connection that it came on.
     *
     * @param answers how many answers are passed on before, from now
     */
    public void dropAnswerAfter(long answers) {
        dropAnswerAfter(answers, () -> {});
    }

    /**
     * Drops one answer, and cuts its connection after an action, which runs between a request that is carried out and its repeat.
     *
     * @param answers how many answers are passed on before, from now
     * @param meanwhile runs on a thread of this link before the client learns of the loss; must not call {@link #dropNoAnswer},
     *     which waits for it
     */
    public void dropAnswerAfter(long answers, Runnable meanwhile) {
        losses.dropAfter(answers, meanwhile);
    }

    /**
     * Ends all drops, by {@link #dropAnswerAfter} and at random. Waits until a running action has ended. An answer that the caller did not wait
     * for may have started it, such as the answer to a log-in of a pool's next connection.
     *
     * @throws IllegalStateException if the action has not ended after two minutes
     */
    public void dropNoAnswer() {
        losses.dropNone();
    }

    /**
     * Drops answers at random from now on, and cuts the connection of each.
     *
     * @param probability the probability for each answer; 0 to end it
     * @param seed the seed of the random numbers
     */
    public void dropAnswers(double probability, long seed) {
        losses.dropAtRandom(probability, seed);
    }

    /** Returns how many answers have come from the server, those that were dropped, too. */
    public long answers() {
        return losses.answered();
    }

    /** Returns how many answers were dropped since this link was made. */
    public long answersDropped() {
        return losses.dropped();
    }

    /** Cuts all connections. New ones are accepted. */
    public void cut() {
        for (LossyConnection connection : List.copyOf(connections)) {
            cut.incrementAndGet();
            connection.cut();
        }
    }

    /** Cuts all connections, and each new connection at once, until {@link #pass()}. */
    public void refuse() {
        refused = client -> true;
        cut();
    }

    /**
     * Passes nothing on in either direction until {@link #pass()}, and leaves connections open, as if packets were lost. What was sent meanwhile
     * arrives afterwards, since TCP sends lost packets again: also a request whose sender has given up.
     */
    public void hold() {
        linkDelay.hold();
    }

    /** Ends {@link #refuse()} and {@link #hold()}. */
    public void pass() {
        refused = client -> false;
        linkDelay.release();
    }

    /**
     * Delays what is sent from now on, in each direction. What comes meanwhile on the same connection waits for its turn, so that a
     * stream becomes slow, too.
     *
     * @param time the delay for each direction; zero to end it
     */
    public void delay(Duration time) {
        linkDelay.delay(time);
    }

    /** Returns how many connections were cut on purpose, by {@link #cut()} or {@link #refuse()}. */
    public long connectionsCut() {
        return cut.get();
    }

    /** Returns how often a sent piece was held back. */
    public long held() {
        return linkDelay.held();
    }

    /** Returns how often a sent piece was delayed by {@link #delay}. */
    public long delayed() {
        return linkDelay.delayed();
    }

    /** Cuts the old and new connections of some clients, until other clients are named. */
    public void refuse(Predicate<Socket> clients) {
        refused = clients;
        for (LossyConnection connection : List.copyOf(connections)) {
            if (clients.test(connection.client())) {
                connection.cut();
            }
        }
    }

    /** Changes the first bytes of each new connection before the server gets them; their number must stay the same. */
    public void rewriteFirstBytes(UnaryOperator<byte[]> change) {
        firstBytes = change;
    }

    /** Makes new connections wait for a server that does not listen yet, instead of a cut at once. */
    public void awaitServer(Duration limit) {
        patience = limit;
    }

    Duration patience() {
        return patience;
    }

    UnaryOperator<byte[]> firstBytes() {
        return firstBytes;
    }

    /**
     * Lets the address lead to another server: new connections go there, old connections stay.
     *
     * @param other the address of the other server
     */
    public void retarget(InetSocketAddress other) {
        server = other;
    }

    /** Cuts all connections and stops listening; later clients are refused. A second call does nothing. */
    @Override
    public void close() {
        closed = true;
        pass();
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
            awaitAcceptor();
            awaitRefusal();
        }
    }

    /**
     * Waits for the accepting thread. The system accepts connections until that thread has left, after the socket was
     * closed.
     */
    private void awaitAcceptor() {
        try {
            acceptor.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until connections are refused. A process that is just starting holds this process's sockets for a moment, so the system may
     * still accept connections.
     */
    private void awaitRefusal() {
        long deadline = System.nanoTime() + CLOSE_MILLIS * 1_000_000;
        while (System.nanoTime() < deadline
                && answers(address())
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean answers(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1_000);
            return true;
        } catch (ConnectException e) {
            return false;
        } catch (IOException e) {
            return true; // Reset, for one: somebody has it and lets go of it.
        }
    }

    AnswerLosses losses() {
        return losses;
    }

    LinkDelay linkDelay() {
        return linkDelay;
    }

    void ended(LossyConnection connection) {
        connections.remove(connection);
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = socket.accept();
                if (connections.size() >= CONNECTIONS) {
                    client.close();
                    continue;
                }
                LossyConnection connection = new LossyConnection(this, client, server);
                connections.add(connection);
                // The connection may have come while the others were cut, or later.
                boolean refuses = refused.test(client);
                if (closed || refuses) {
                    cut.addAndGet(refuses ? 1 : 0);
                    connection.cut();
                    continue;
                }
                connection.start();
            } catch (IOException e) {
                // The client has gone already, or this link was closed.
            }
        }
    }
}
