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
                    JMH, ids one by one and in batches of 1024, through the SPI, with one generator shared by all threads. \
                    Each fork is a JVM of its own, with the compiler hints that JMH gives its forks and a heap whose pages were touched before. \
                    It measures one row with each number of threads in turn, then its batches. Forks of all rows are taken in turn, and each round \
                    lies between two measurements of the references, so that a busy minute of the machine hits all alike. \
                    After ± stands half the width of the 99.9 % confidence interval over all measured iterations. A strategy whose batch is a loop \
                    over single ids has no figure for batches. A generator without time in its ids stays open from one measurement to the next. \
                    The others are opened again, so that none inherits a lead. Generators that claim ranges from a store are warmed up until the \
                    ranges have grown."""),
            new MethodNote("Lead", """
                    the greatest difference between the time in an id taken right after an iteration and the clock. It is more than 0 if ids run \
                    ahead of the clock. If nothing bounds the lead, it grows with the time of measuring."""),
            new MethodNote("Cost", """
                    of the forks of the throughput, single ids with the fewest threads. CPU is what the whole process spent for each id, with its \
                    garbage collector and compiler. Bytes are those allocated on the heap for each id."""),
            new MethodNote("Peers", """
                    other libraries, through the same interface as strategies and in all the same measurements. Each has the configuration that its \
                    own documentation recommends, and a node id of its own where it takes one. The order, the cap and the end are its own \
                    claims, or those of its layout. A peer that breaks its claim is reported as failed, and does not fail the run."""),
            new MethodNote("Uniqueness", """
                    several generators, each a node with settings of its own, share one store. Each is used by several threads, all at once. \
                    Single ids, and batches and texts where a strategy offers them, are drawn in turn, so that each way meets the others. Every id is kept and \
                    compared in full with all others. Ids are drawn until each node has 1,000, for at most 30 s more than planned. With fewer ids \
                    the row counts as not shown."""),
            new MethodNote("Order", """
                    every call draws a stamp before it begins and one after it has returned, all from one counter. An inversion is an id not \
                    greater than one that had been returned before its call began: by the same generator, or across all of them. Calls that \
                    overlap have no order. UUIDs compare as unsigned 128-bit numbers."""),
            new MethodNote("Several processes", """
                    each process is a node of its own against one store, and all begin at one moment. After a warm-up its threads draw single ids, \
                    batches and texts flat out, and write them to disk as they go. They write blocks of some 20 µs, with the clock read before and after each; \
                    all processes of a host share that clock. The rate is that of the very ids that are compared, writing included. \
                    All are sorted by an external merge sort, so that equal ids meet and the check is exact. An inversion is an id not greater than one that certainly \
                    was issued before it: earlier by the same thread, or in a block that had returned before its own began. Displacement is the \
                    distance of an id's place among all sorted ids from the nearest of the places at which it may have been issued. The control is two \
                    processes on one worker id, whose ids must be found to repeat."""),
            new MethodNote("What ids tell", """
                    an observer who has the last four ids and knows the format has 16 guesses at the next. They are 1 more, each difference again, the \
                    next four steps of the largest power of two that divides the differences, and the next four ticks. Ids come singly at random moments, 500 a \
                    second, and then flat out. Volume is the difference of two ids of one node, divided by the number that two nodes issued \
                    in between. It is empty where ids do not count. Time is the mean distance of the time in an id from that of its call. 0 guessed \
                    shows only that these guesses do not suffice."""),
            new MethodNote("Density", """
                    ids issued per number between the smallest and the largest of all generators together."""),
            new MethodNote("Latency", """
                    one thread, HdrHistogram, in a JVM in which nothing else runs. At a fixed rate each call is due at a time set beforehand, and its \
                    latency counts from then. Calls that fall due while another one is slow are made late and count as late, so \
                    none is omitted. The rate is 400,000 a second, or half of what the subject did flat out where that is less. Flat out means \
                    that each call begins when the one before has returned, and counts from there. Calls that a slow one kept from being made \
                    are not in it. Between calls the thread spins. For waits above 2 ms it parks until 1 ms before the call is due, since timers are \
                    late by 0.05 ms on Linux and by 1 ms elsewhere. Only one thread calls: a second one that spins would take the core that \
                    servers, the JVM and the system need. Both begin right after the first id of a process and a short warm-up, so ranges that \
                    grow with demand are still small. A percentile is given if at least 10 calls lie above it: 1,000 calls for 99 %, 100,000 \
                    for 99.99 %. Two readings of the clock, some 50 ns together, are within each figure. What the machine itself adds shows in the \
                    row of a bare counter in results.json, timed in the same way."""),
            new MethodNote("First id", """
                    from the call that opens the generator to its first id, in a new JVM. Loading classes and connecting to servers count. The \
                    start of the JVM does not count, nor do the classes that the lab's list of subjects needs. After a crash: two processes share the \
                    only worker id. The first is killed (SIGKILL) as soon as it has its first id, so that almost all of its \
                    reservation of 3 s is left. The second is up and idle. It opens then, tries again each 10 ms while the id is refused, and is timed to \
                    its first id, which must be greater. Shown is the slowest source of worker ids; results.json has them all."""),
            new MethodNote("Round trips", """
                    of one thread, as the server counted them: Questions and Com_admin_commands of MySQL and MariaDB, pg_stat_statements of \
                    PostgreSQL, reads from connections of Redis (a script is one, whatever it calls), packets received by ZooKeeper, calls \
                    started by etcd. Opening, closing and the lab's own requests are left out. Another client of the same server would be counted, \
                    too. Up to a million ids are issued. Ranges that grow with demand cost more round trips in the first million than in later ones."""),
            new MethodNote("Burned", """
                    numbers between the first id of a generator that issued those ids and was closed, and the first id of the next one, less \
                    those that were issued. Empty where ids are not numbers that a store counts out."""),
            new MethodNote("As a primary key", """
                    ids as the primary key of a table of InnoDB, and on PG of PostgreSQL: BIGINT or, for UUIDs, BINARY(16) or UUID. The payload has \
                    100 bytes. Two connections insert at once, each with a generator of its own: 100 rows a statement, 1000 a transaction. \
                    Ids are drawn before the clock runs. All tables are filled in turn, two or three times, each beside one with a bare \
                    AUTO_INCREMENT or IDENTITY. Pages written are all until the table was on disk. Page splits are the server's own count. A key \
                    that only grows splits a page for each page that it adds. What random keys cost depends on whether the table fits the server's buffer \
                    pool. Option variants and peers are left out: their ids are built like those of a measured strategy."""),
            new MethodNote("As an entity's id", """
                    entities of one kind after the other, persisted by Hibernate in one thread, 1000 to a transaction, in JDBC batches of 50. The driver \
                    sends a batch as one statement of many rows, or as a few (rewriteBatchedStatements, reWriteBatchedInserts). Tables differ in the id \
                    alone: BIGINT, or for UUIDs BINARY(16) and in PostgreSQL uuid. All ways of a server are warmed up by a round that does not \
                    count, then gone through in turn; shown is the median. Statements are the server's own count of what it was sent, less the lab's own. They \
                    include commits and the driver's question before each batch whether the session is read-only. Each statement is \
                    a round trip. SEQUENCE draws 50 numbers at a time (pooled), from a sequence in MariaDB and from the table that Hibernate puts in \
                    its place in MySQL. An identity column is known only once its row is inserted, so that its inserts cannot be batched."""),
            new MethodNote("Growth", """
                    each size is measured once, but those of tags three times, in turn, of which the median counts. Each time a size of tags has a JVM of its \
                    own, and so has each number of nodes. The sizes of a reservation share one JVM, one after the other. Tags: they are in a table of MySQL \
                    with a step of a million. Each is drawn from until its second segment is in hand. Then follow the heap after a collection, and calls for tags at \
                    random (the median of five rounds). Worker ids: one process and one source. A namespace that is 1, 50 and 99 % full has a \
                    hundredth of its ids acquired, one after the other. Then that many are held while the server's CPU and requests are read, less \
                    what it spends on a source that holds none. Nodes: as many sources of one process, each with a connection and an id of its \
                    own. They are read for six times as long, less what the server spends without any of them, so that a session's heartbeats count. An id \
                    is late if a look every 20 ms saw it past its bound, or if it was lost. The server's CPU is read in steps of 10 ms: a figure of \
                    fewer than ten of them says little."""),
            new MethodNote("Tokens", """
                    each call consumes a new token that a client made (client-made=true), which must be accepted, in one round trip. \
                    Beside it stands the script that does this on Redis, called by bare Jedis."""),
            new MethodNote("Locks", """
                    each call takes the lock and frees it. Alone: one thread of one process, without a rival. Contended: all threads of all processes \
                    want the one lock, all the time. The number of each grant is kept. No two may be equal, and none may be below that of a grant \
                    that was freed before the call for it began. Where a lock has no numbers, nothing of that kind is checked. Numbers are reported to the \
                    lab after the lock was freed. After a crash: one process holds all locks and is killed (SIGKILL) while another waits for \
                    them. The time is from its end to the grant. What shows that a holder is gone is a lease that is renewed as long as it lives, or its \
                    session, of one length for all. A renewal may be a third of that length old, and a server may count its sessions in larger steps. \
                    Peers are opened as their documentation says, on the same server."""));
}
