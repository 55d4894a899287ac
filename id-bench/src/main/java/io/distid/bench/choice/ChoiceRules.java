package io.distid.bench.choice;

import io.distid.bench.choice.Question.Answer;
import java.util.List;

/** The table of questions and rules. All of it is data; {@link Chooser} evaluates it. Immutable. */
public final class ChoiceRules {
    /** The first question. */
    public static final Question IDS = new Question(
            "ids",
            "What will store the ids?",
            new Answer("uuid", "a column of 128 bits: a UUID, or a text"),
            new Answer("long", "a column of 64 bits: BIGINT"),
            new Answer("javascript", "64 bits, and JavaScript clients read them as numbers"));

    /** The second. */
    public static final Question SERVER = new Question(
            "server",
            "Which server do you run already?",
            new Answer("none", "none"),
            new Answer("mysql", "MySQL or MariaDB"),
            new Answer("postgresql", "PostgreSQL"),
            new Answer("redis", "Redis"),
            new Answer("zookeeper", "ZooKeeper"),
            new Answer("etcd", "etcd"));

    /** The third. */
    public static final Question GUESS = new Question(
            "guess",
            "May outsiders guess them?",
            new Answer("yes", "yes, or nobody outside sees them"),
            new Answer("no", "no"));

    /** All questions, in the order of asking. */
    public static final List<Question> QUESTIONS = List.of(IDS, SERVER, GUESS);

    /** The rules: one for each pair of answers to the first and the third question. */
    public static final List<Rule> RULES = List.of(
            new Rule(
                    List.of("uuid"),
                    "yes",
                    "uuid-v7",
                    "id-uuid",
                    List.of(),
                    false,
                    List.of(
                            "It needs no server, also offline, and new rows go to the end of an index.",
                            "An id shows when it was made.")),
            new Rule(
                    List.of("uuid"),
                    "no",
                    "uuid-v4",
                    "id-uuid",
                    List.of(),
                    false,
                    List.of(
                            "It has 122 random bits, needs no server, and reveals nothing.",
                            "Ids have no order, so new rows are scattered over an index.")),
            new Rule(
                    List.of("long"),
                    "yes",
                    "snowflake",
                    "id-snowflake",
                    List.of(),
                    true,
                    List.of("Ids sort by time. At most 1,024 processes run at a time.")),
            new Rule(
                    List.of("javascript"),
                    "yes",
                    "snowflake",
                    "id-snowflake",
                    List.of("preset=javascript"),
                    true,
                    List.of("Ids stay below 2^53 and sort by time. At most 64 processes run at a time.")),
            new Rule(
                    List.of("long", "javascript"),
                    "no",
                    "snowflake",
                    "id-snowflake",
                    List.of("text=opaque", "text-key=file:/run/secrets/orders-key"),
                    true,
                    List.of(
                            "The column keeps 64 bits, which sort by time. Outsiders get ids.textOf(id): a text that reveals nothing.",
                            "The file holds the key: 32 hexadecimal digits, say from openssl rand -hex 16.")));

    /** One for each answer to the second question. */
    public static final List<WorkerSource> WORKERS = List.of(
            new WorkerSource(
                    "none",
                    List.of(),
                    List.of("worker=file", "worker.file=/var/lib/orders/node", "worker.id=7"),
                    "worker.file-create=true",
                    "Each process needs a disk that outlives it, and a worker.id that no other process has."),
            new WorkerSource(
                    "mysql",
                    List.of("id-db"),
                    List.of(
                            "worker=mysql",
                            "worker.url=jdbc:mysql://db.example:3306/shop",
                            "worker.user=shop",
                            "worker.password=secret"),
                    "worker.create=true",
                    "MySQL or MariaDB leases each process its worker id. Ids stop seconds after it does."),
            new WorkerSource(
                    "postgresql",
                    List.of("id-postgresql"),
                    List.of(
                            "worker=postgresql",
                            "worker.url=jdbc:postgresql://db.example:5432/shop",
                            "worker.user=shop",
                            "worker.password=secret"),
                    "worker.create=true",
                    "PostgreSQL leases each process its worker id. Ids stop seconds after it does."),
            new WorkerSource(
                    "redis",
                    List.of("id-redis"),
                    List.of("worker=redis", "worker.url=redis://redis.example:6379"),
                    "worker.create=true",
                    "Redis leases each process its worker id. If it fails over, set min-replicas-to-write 1 there."),
            new WorkerSource(
                    "zookeeper",
                    List.of("id-zookeeper"),
                    List.of("worker=zookeeper", "worker.connect=zk.example:2181"),
                    "worker.create=true",
                    "ZooKeeper leases each process its worker id. Ids stop seconds after it does."),
            new WorkerSource(
                    "etcd",
                    List.of("id-etcd"),
                    List.of("worker=etcd", "worker.endpoints=http://etcd.example:2379"),
                    "worker.create=true",
                    "etcd leases each process its worker id. Ids stop seconds after it does."));

    private ChoiceRules() {}
}
