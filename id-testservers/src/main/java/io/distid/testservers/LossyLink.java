package io.distid.testservers;

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
 * A TCP proxy in front of a server that can lose answers (the request is carried out, and its client gets no answer), refuse connections, hold
 * up what is sent, and hold it back.
 *
 * <p>A request is what a client sends after the server last sent anything; its answer is all that comes until the client sends again.
 * An answer is dropped when its first bytes have arrived from the server, so the request was forwarded and carried out by then;
 * the client gets none of these bytes, and its connection is reset. Of requests that are sent without waiting for answers, the first that
 * is answered is the one whose answer is dropped, and those behind it may be carried out or not.
 *
 * <p>It understands no protocol: of a protocol with a login, the answers to that count, too. What a server sends before it was asked
 * (MySQL's greeting) is no answer.
 *
 * <p>Safe for use by any number of threads. Its own are daemons, two for each connection, of which there are at most
 * {@value #CONNECTIONS}; they end with {@link #close()}.
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
     * @param server where it listens; it is connected to for each connection, and need not be there yet
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

    /**
     * Where clients connect to.
     *
     * @return a port of 127.0.0.1
     */
    public InetSocketAddress address() {
        return new InetSocketAddress("127.0.0.1", socket.getLocalPort());
    }

    /** Drops the next answer, and cuts the connection that it came on. */
    public void dropNextAnswer() {
        dropAnswerAfter(0);
    }

    /**
     * Drops one answer, and cuts the connection that it came on.
     *
     * @param answers how many are passed on before, from now
     */
    public void dropAnswerAfter(long answers) {
        dropAnswerAfter(answers, () -> {});
    }

    /**
     * Drops one answer, and cuts the connection that it came on once something else was done: what others do between a request that is
     * carried out and its repeat.
     *
     * @param answers how many are passed on before, from now
     * @param meanwhile run on a thread of this link, when the answer has come and before the client learns that it is lost; it must not
     *     call {@link #dropNoAnswer}, which waits for it
     */
    public void dropAnswerAfter(long answers, Runnable meanwhile) {
        losses.dropAfter(answers, meanwhile);
    }

    /**
     * Drops no more, neither the one that {@link #dropAnswerAfter} had in mind nor any at random. Waits until what was to be done meanwhile has
     * ended: it may have been begun by an answer that the caller did not wait for, such as that to the log-in of a pool's next connection.
     *
     * @throws IllegalStateException if it has not ended after two minutes
     */
    public void dropNoAnswer() {
        losses.dropNone();
    }

    /**
     * Drops answers at random from now on, and cuts the connection of each.
     *
     * @param probability of each answer; 0 to end it
     * @param seed of the random numbers
     */
    public void dropAnswers(double probability, long seed) {
        losses.dropAtRandom(probability, seed);
    }

    /**
     * How many answers have come from the server.
     *
     * @return those that were passed on and those that were dropped
     */
    public long answers() {
        return losses.answered();
    }

    /**
     * How many answers were dropped.
     *
     * @return since this link was made
     */
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

    /** Cuts all connections, and each new one as soon as it comes, until {@link #pass()}. */
    public void refuse() {
        refused = client -> true;
        cut();
    }

    /**
     * Passes nothing on in either direction until {@link #pass()}, and leaves connections open, as where packets vanish. What was sent meanwhile
     * arrives afterwards, since TCP sends packets again that vanish: also a request whose sender has given up.
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
     * Holds up what is sent from now on, in each direction. What comes meanwhile on the same connection waits for its turn, so that a
     * stream becomes slow, too.
     *
     * @param time for each direction; zero to end it
     */
    public void delay(Duration time) {
        linkDelay.delay(time);
    }

    /**
     * How many connections were cut, on purpose, by {@link #cut()} or {@link #refuse()}.
     *
     * @return since this link was made
     */
    public long connectionsCut() {
        return cut.get();
    }

    /**
     * How often something was sent that was held back.
     *
     * @return since this link was made
     */
    public long held() {
        return linkDelay.held();
    }

    /**
     * How often something was sent that was held up by {@link #delay}.
     *
     * @return since this link was made
     */
    public long delayed() {
        return linkDelay.delayed();
    }

    /** Cuts the connections of some clients, and each new one of theirs, until other clients are named. */
    void refuse(Predicate<Socket> clients) {
        refused = clients;
        for (LossyConnection connection : List.copyOf(connections)) {
            if (clients.test(connection.client())) {
                connection.cut();
            }
        }
    }

    /** Has the first bytes of each new connection changed before the server gets them; there must be as many as before. */
    void rewriteFirstBytes(UnaryOperator<byte[]> change) {
        firstBytes = change;
    }

    /** Has new connections wait for a server that does not listen yet, instead of being cut at once. */
    void awaitServer(Duration limit) {
        patience = limit;
    }

    Duration patience() {
        return patience;
    }

    UnaryOperator<byte[]> firstBytes() {
        return firstBytes;
    }

    /**
     * Lets the address lead to another server: new connections go there, old ones stay where they are.
     *
     * @param other where it listens
     */
    public void retarget(InetSocketAddress other) {
        server = other;
    }

    /** Cuts all connections and listens no more; a client that comes after it is refused. A second call does nothing. */
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

    /** The system accepts connections until the thread that waits for one has left, which is after the socket was closed. */
    private void awaitAcceptor() {
        try {
            acceptor.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A process that is just being started has this one's sockets until it lets go of them, so the system may still accept connections. */
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
                // It may have come in while the others were cut, or later.
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
