package io.distid.bench.peer;

import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Subject;
import java.util.List;
import org.agrona.concurrent.SnowflakeIdGenerator;

/** Agrona. Stateless. */
public final class AgronaPeer extends Peer {
    @Override
    public List<Subject> rows() {
        String name = "agrona snowflake";
        return List.of(numbers(
                name,
                origin("agrona", "org.agrona.concurrent.SnowflakeIdGenerator", "nodeId=node"),
                Layout.told(1024, 0),
                snowflake(name, SNOWFLAKE_CAP, 0, SNOWFLAKE_TIME_BITS),
                node -> new SnowflakeIdGenerator(node)::nextId,
                (high, id) -> id >>> NODE_AND_SEQUENCE_BITS));
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "agrona 2.6.0",
                "https://www.javadoc.io/doc/org.agrona/agrona/2.6.0/org/agrona/concurrent/SnowflakeIdGenerator.html",
                documented(
                        REPEATS,
                        DOWN,
                        "ntpd, or alternative clock source, should be setup correctly to ensure the clock does not go backwards."),
                documented(REPEATS, TWO_NODES, "Node identity which scopes the id generation."));
    }
}
