package io.distid.testservers;

import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Two servers, where the second follows the first. One address for clients leads to the server that takes writes. As safe for use by several
 * threads as every {@link Ensemble}.
 */
public abstract sealed class SqlPair<S extends SqlServer> extends Ensemble<S> permits MySqlPair, PostgreSqlPair {
    private final List<LossyLink> links;
    private final LossyLink address;
    private volatile S first;

    SqlPair(EnsembleNetwork network, List<S> members, List<LossyLink> links) {
        super(network, members);
        this.links = links;
        this.address = network.link(links.get(0).port());
        this.first = members.get(0);
    }

    /**
     * Creates a database under a new name, and a user who may do everything in it, on both servers.
     *
     * @return the database, at the address that leads to the server that takes writes
     */
    public final Database createDatabase() {
        Database created = first.createDatabase();
        awaitCaughtUp();
        return new Database(
                created.name(),
                created.url().replace(":" + first.port() + "/", ":" + address.port() + "/"),
                created.user(),
                created.password());
    }

    final S first() {
        return first;
    }

    final S other(S one) {
        return members().get(1 - members().indexOf(one));
    }

    final LossyLink link(S member) {
        return links.get(members().indexOf(member));
    }

    @Override
    final void replace(S old) {
        S next = other(old);
        promote(next);
        first = next;
        address.retarget(new InetSocketAddress("127.0.0.1", link(next).port()));
    }

    /** Makes the follower take writes, once it has done all that it received. */
    abstract void promote(S next);

    @Override
    final Optional<S> askLeader() {
        return Optional.of(first);
    }
}
