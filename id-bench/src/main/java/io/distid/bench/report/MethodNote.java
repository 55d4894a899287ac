package io.distid.bench.report;

import java.util.List;

/**
 * How one thing is measured, in words that every form of the report repeats.
 *
 * @param what what is measured
 * @param how in a few sentences
 */
record MethodNote(String what, String how) {
    static final List<MethodNote> ALL = List.of(
            new MethodNote("Throughput", """
                    JMH, ids one by one and in batches of 1024, through the SPI, one generator shared by all threads. Each \
                    fork is a JVM of its own, with the compiler hints that JMH gives its forks and a heap whose \
                    pages were touched before; it measures one \
                    row with each number of threads in turn, then its batches. Forks of all rows are taken in turn, each \
                    round between two measurements of the references, so that a busy minute of the machine hits all alike. \
                    After ± stands half the width of the 99.9 % confidence interval over all measured iterations. What has \
                    no batch but a loop over single ids has none here. A generator without time in its ids stays open \
                    from one measurement to the next, the others are opened anew, so that none inherits a lead; what claims \
                    ranges from a store is warmed up until they have grown."""),
            new MethodNote("Lead", """
                    the time in an id that is taken right after an iteration, less the clock, the greatest of all: more than 0 \
                    if ids run ahead of it. What runs ahead without a bound leads the more, the longer it is measured."""),
            new MethodNote("Cost", """
                    of the forks of the throughput, single ids with the fewest threads. CPU is what the whole process spent, \
                    its garbage collector and compiler included, for each id; bytes are those allocated on the heap."""),
            new MethodNote("Peers", """
                    other libraries, through the same interface as strategies and in all the same measurements, each in the \
                    configuration that its own documentation recommends and on a node id of its own where it takes one. The \
                    order, the cap and the end are its own claims, or those of its layout. A peer that breaks its claim is \
                    reported as failed, and does not fail the run."""),
            new MethodNote("Uniqueness", """
                    several generators, each a node with settings of its own and sharing one store, each used by several \
                    threads, all at once: single ids, and batches and texts where a strategy offers them, in turn, so that \
                    each way meets the others. Every id is kept and compared in full with all others. They are drawn until \
                    each node has 1,000, for up to 30 s more than was meant for it; fewer are not shown."""),
            new MethodNote("Order", """
                    every call draws a stamp before it begins and one after it has returned, all from one counter. An \
                    inversion is an id not greater than one that had been returned before its call began: by the same \
                    generator, or across all of them. Calls that overlap have no order. UUIDs compare as unsigned 128-bit \
                    numbers."""),
            new MethodNote("Several processes", """
                    each a node of its own against one store, all begun at one moment, each with threads that draw single ids, batches and texts flat out \
                    after a warm-up and write their ids to disk as they go, in blocks of some 20 µs with the clock that all processes \
                    of a host share read before and after each: the rate is that of the very ids that are compared, writing \
                    included. All are sorted by an external merge sort, so that equal ones meet: exact. An inversion is an id \
                    not greater than one that certainly was issued before it: earlier by the same thread, or in a block that had \
                    returned before its own began. Displacement is the distance of an id's place among all sorted from the \
                    nearest of the places at which it may have been issued. The control is two processes on one worker id, whose \
                    ids must be found to repeat."""),
            new MethodNote("What ids tell", """
                    an observer who has the last four ids and knows the format has 16 guesses at the next: 1 more, each \
                    difference again, the next four steps of the largest power of two that divides them, the next four ticks. \
                    Ids come singly at random moments, 500 a second, and then flat out. Volume is the difference of two ids of \
                    one node divided by the number that two nodes gave out in between; none where ids do not count. Time is the \
                    mean distance of the time in an id from that of its call. 0 guessed shows only that this does not \
                    suffice."""),
            new MethodNote("Density", """
                    ids given out per number between the smallest and the largest of all generators together."""),
            new MethodNote("Latency", """
                    one thread, HdrHistogram, in a JVM that nothing else runs in. At a fixed rate each call is due at a time set \
                    beforehand, and its latency counts from then: calls that fall due while another one is slow are made late, and \
                    count as late as they are, so none is omitted. The rate is 400,000 a second, or half of what the subject did \
                    flat out where that is less. Flat out means that each call begins when the one before has returned, and counts \
                    from there; calls that a slow one kept from being made are not in it. Between calls the thread spins, and parks \
                    only for waits above 2 ms, until 1 ms before the call is due, since timers are late by 0.05 ms on Linux and by 1 \
                    ms elsewhere. Only one thread calls: a second one that spins would take the core that servers, the JVM and the \
                    system need. Both begin right after the first id of a process and a short warm-up, so ranges that grow with \
                    demand are still small. A percentile is given if at least 10 calls lie above it: 1,000 calls for 99 %, 100,000 \
                    for 99.99 %. Two readings of the clock, some 50 ns together, are within each figure; what the machine itself \
                    adds shows in the row of a bare counter in results.json, timed in the same way."""),
            new MethodNote("First id", """
                    from the call that opens the generator to its first id, in a new JVM: classes are loaded and servers are \
                    connected to within that time. The start of the JVM is not, nor are the classes that the lab's list of \
                    subjects needs. After a crash: a pair of processes shares the one worker id there is. The first is killed \
                    (SIGKILL) as soon as it has its first id, so that almost all of its reservation of 3 s is left; the second, up \
                    and idle, opens then, tries again each 10 ms while the id is refused, and is timed to its first id, which \
                    must be greater. Shown is the slowest source of worker ids; results.json has them all."""),
            new MethodNote("Round trips", """
                    of one thread, as the server counted them: Questions and Com_admin_commands of MySQL and MariaDB, pg_stat_statements of PostgreSQL, reads \
                    from connections of Redis (a script is one, whatever it calls), packets received by ZooKeeper, calls started by etcd. Opening, closing \
                    and the lab's own asking are left out; another client of the same server would be counted too. Up to a \
                    million ids are issued; ranges that grow with demand cost more round trips in the first million than in later ones."""),
            new MethodNote("Burned", """
                    numbers between the first id of a generator that issued those ids and was closed, and the first id of the next \
                    one, less those that were issued. Empty where ids are not numbers that a store counts out."""),
            new MethodNote("As a primary key", """
                    ids as the primary key of a table of InnoDB, and on PG of PostgreSQL, BIGINT or, for UUIDs, BINARY(16) or UUID, with a payload of 100 bytes, \
                    inserted by two connections at once, each with a generator of its own: 100 rows a statement, 1000 a \
                    transaction. Ids are drawn before the clock runs. All tables are filled in turn, two or three times, each \
                    beside one with a bare AUTO_INCREMENT or IDENTITY. Pages written are all until the table was on disk. Page splits are the server's own count; a key that only grows splits a page \
                    for each that it adds. What random keys cost depends on whether the table fits the server's buffer pool. \
                    Option variants and peers are left out: their ids are built like those of a strategy that is there."""),
            new MethodNote("As an entity's id", """
                    entities of one kind after the other, persisted by Hibernate in one thread, 1000 to a transaction, in JDBC batches of 50, which the driver sends as one \
                    statement of many rows, or a few (rewriteBatchedStatements, reWriteBatchedInserts). Tables differ in the id alone: BIGINT, or for UUIDs BINARY(16) and in PostgreSQL uuid. All ways of a server are warmed up by a round \
                    that does not count, then gone through in turn; shown is the median. Statements are the server's own count of what it was sent, commits \
                    and the driver's question before each batch whether the session is read-only included, less the lab's asking; each is a round trip. SEQUENCE draws 50 numbers at a time (pooled), from a sequence in MariaDB and from the table that \
                    Hibernate puts in its place in MySQL. An identity column is known only once its row is inserted, so that its inserts cannot be batched."""),
            new MethodNote("Growth", """
                    each size once, but those of tags three times, in turn, of which the median counts. Each time a size of tags has a JVM of its own, and so has each number of nodes; \
                    those of a reservation share one, one after the other. Tags: of a table of MySQL with a step of a million, each drawn \
                    until its second segment is in hand; then the heap after a collection, and calls for tags at random (the median of five rounds). Worker ids: one process and one source; a namespace that is 1, 50 and 99 % full has a \
                    hundredth of its ids acquired, one after the other; then so many are held while the server's CPU and requests are read, less what it \
                    spends on a source that holds none. Nodes: as many sources of one process, each with a connection and an id of its own; read for \
                    six times as long, less what the server spends without any of them, so that a session's heartbeats count. One is late that was seen \
                    past its bound, in a look every 20 ms, or lost. The server's CPU is read in steps of 10 ms: of what takes fewer than ten of them it says \
                    little."""),
            new MethodNote("Tokens", """
                    each call consumes a token that a client made and nobody used before (client-made=true), which must be accepted; \
                    one round trip. Beside it the script that does this on Redis, called by bare Jedis."""),
            new MethodNote("Locks", """
                    each call takes the lock and frees it. Alone: one thread of one process, without a rival. Contended: all threads of all \
                    processes want the one lock, all the time. The number of each grant is kept, and no two may be equal, nor \
                    one below that of a grant that was freed before it was asked for; where a lock has no numbers, \
                    nothing of that kind is checked. Numbers are told to the lab after the lock was freed. After a crash: one process holds \
                    all locks and is killed (SIGKILL) while another waits for them; from its end to the grant. What tells that \
                    a holder is gone is a lease that is renewed as long as it lives, or its session, of one length for all; a renewal may \
                    be a third of that old, and a server may count its sessions in larger steps. Peers are opened as their documentation \
                    has it, on the same server."""));
}
