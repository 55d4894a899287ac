package io.distid.db;

import io.distid.BackendException;
import io.distid.db.NodeRegister.Entry;
import io.distid.db.NodeRegister.Registration;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerFileBackend;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The number that a node registered with once, kept in its file together with the bound of its ticks.
 *
 * <p>The file holds the token of the node's row as part of its layout line. So a number that the table gave to another, after it
 * was lost and made anew, is seen not to be this node's.
 */
final class MySqlRegisterWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(MySqlRegisterWorkerIds.class.getName());
    private static final String TOKEN = " token=";

    private final Supplier<NodeRegister> registers;
    private final Path path;
    private final @Nullable String address;
    private final Duration maxAhead;

    /**
     * Asks for nothing yet.
     *
     * @param registers makes the way to the register, for one lease
     * @param path the node's file
     * @param address what the node is registered as; null for the holder's name
     * @param maxAhead how far the node's clock may be ahead of the server's
     */
    MySqlRegisterWorkerIds(Supplier<NodeRegister> registers, Path path, @Nullable String address, Duration maxAhead) {
        this.registers = registers;
        this.path = path;
        this.address = address;
        this.maxAhead = maxAhead;
    }

    /**
     * {@inheritDoc}
     *
     * @throws io.distid.StoreRegressedException if the table says that the file's number is not this node's
     */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        // Connects to nothing yet, and may fail: then the file must not be held.
        NodeRegister register = registers.get();
        HeldWorkerFile held = HeldWorkerFile.lock(path);
        try {
            WorkerFile kept = held.read();
            return kept == null ? register(request, held, register) : goOn(request, held, kept, register);
        } catch (RuntimeException | Error e) {
            register.close();
            held.close();
            throw e;
        }
    }

    /** Of a node that is not registered yet. */
    @Override
    public Duration firstStart(WorkerRequest request) {
        return Files.exists(path) ? Duration.ZERO : maxAhead.plus(request.reservation());
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** The number is this node's own. */
    @Override
    public boolean heedsPreference() {
        return false;
    }

    /** Does nothing: file and connection are the lease's. */
    @Override
    public void close() {
        // They end with the lease.
    }

    /**
     * Begins above all that a node can have reserved which had this number from a table that was lost: such a node is refused from
     * its next renewal on.
     */
    private WorkerLease register(WorkerRequest request, HeldWorkerFile held, NodeRegister register) {
        String token = LeaseToken.draw();
        String name = address == null ? request.holder() : address;
        MySqlHorizon horizon = horizon(request);
        Registration registration = register.register(request, name, token, horizon);
        long floor = registration.now() + horizon.millis();
        LOG.log(
                Level.INFO,
                register + ": \"" + name + "\" is registered as number " + registration.number()
                        + " of namespace \"" + request.namespace() + "\"; its first id can be had after "
                        + Instant.ofEpochMilli(floor));
        return start(request, held, register, registration.number(), token, floor, floor);
    }

    private WorkerLease goOn(WorkerRequest request, HeldWorkerFile held, WorkerFile kept, NodeRegister register) {
        int at = kept.layout().lastIndexOf(TOKEN);
        String layout = at < 0 ? kept.layout() : kept.layout().substring(0, at);
        // A file without a token is of a node that was registered without one; its row has none, either.
        String token = at < 0 ? "" : kept.layout().substring(at + TOKEN.length());
        new WorkerFile(kept.namespace(), kept.workerId(), layout, 0).requireFor(request, path);
        int number = kept.workerId() - request.firstId();
        long stamped = kept.reservedUntil();
        long bound = RenewedLease.firstBound(request, stamped);
        long clock = request.clock().millis();
        Entry entry = find(register, number);
        if (entry != null) {
            RegistrationCheck.requireOwn(register, number, token, entry);
            MySqlHorizon horizon = horizon(request);
            horizon.requireClock(register.toString(), clock, entry.now());
            bound = horizon.firstBound(request, stamped, entry.now());
        }
        return start(request, held, register, number, token, stamped, bound);
    }

    private static @Nullable Entry find(NodeRegister register, int number) {
        try {
            return register.find(number);
        } catch (BackendException e) {
            LOG.log(Level.WARNING, "this node starts with its file alone: " + e.getMessage());
            return null;
        }
    }

    private WorkerLease start(
            WorkerRequest request,
            HeldWorkerFile held,
            NodeRegister register,
            int number,
            String token,
            long stamped,
            long bound) {
        int workerId = request.firstId() + number;
        held.write(new WorkerFile(request.namespace(), workerId, request.fingerprint() + TOKEN + token, bound));
        RegistrationCheck check = new RegistrationCheck(register, number, token, horizon(request));
        return RenewedLease.start(
                request, workerId, stamped, bound, new RegisterLeaseBackend(new WorkerFileBackend(held), check));
    }

    private MySqlHorizon horizon(WorkerRequest request) {
        return new MySqlHorizon(maxAhead, request.reservation());
    }
}
