package io.distid.bench.peer;

import static io.distid.bench.subject.Promise.DOWN;
import static io.distid.bench.subject.Promise.TWO_NODES;
import static io.distid.bench.subject.Promise.documented;

import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Promise.Weakness;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import java.util.List;
import org.agrona.concurrent.SnowflakeIdGenerator;

/** Agrona. Stateless. */
public final class AgronaPeer implements Subjects {
    @Override
    public List<Subject> rows() {
        String name = "agrona snowflake";
        return List.of(Peers.numbers(
                name,
                "agrona",
                "org.agrona.concurrent.SnowflakeIdGenerator",
                "nodeId=node",
                Layout.told(1024, 0),
                PeerClaims.snowflake(name, Peers.SNOWFLAKE_CAP, 0, Peers.SNOWFLAKE_TIME_BITS),
                node -> new SnowflakeIdGenerator(node)::nextId,
                (high, id) -> id >>> Peers.NODE_AND_SEQUENCE_BITS));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "agrona 2.6.0",
                "https://www.javadoc.io/doc/org.agrona/agrona/2.6.0/org/agrona/concurrent/SnowflakeIdGenerator.html",
                documented(
                        Weakness.REPEATS,
                        DOWN,
                        "ntpd, or alternative clock source, should be setup correctly to ensure the clock does not go backwards."),
                documented(Weakness.REPEATS, TWO_NODES, "Node identity which scopes the id generation."));
    }
}
