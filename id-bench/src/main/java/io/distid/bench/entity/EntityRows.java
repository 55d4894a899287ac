package io.distid.bench.entity;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.entity.GeneratorsContributor;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/**
 * Inserts entities of one kind. A call for an id inserts one row in a transaction. A call for many ids inserts as many
 * rows in a transaction, {@value RowEntities#ALLOCATION} to a JDBC batch. It returns the numbers of the rows. Their ids
 * are the table's key, so the table refuses a repeat. Safe for use by several threads.
 */
public final class EntityRows implements LongIdGenerator {
    private final EntityKind kind;
    private final SessionFactory sessions;
    private final Runnable afterwards;
    private final AtomicLong rows = new AtomicLong();

    /** Creates an empty table. */
    public EntityRows(EntityKind kind, Map<String, String> settings, NamedGenerators named, Runnable afterwards) {
        this.kind = kind;
        this.afterwards = afterwards;
        Configuration configuration =
                new Configuration().addAnnotatedClass(kind.newRow().getClass());
        settings.forEach(configuration::setProperty);
        configuration.setProperty("hibernate.hbm2ddl.auto", "create-drop");
        configuration.setProperty("hibernate.jdbc.batch_size", String.valueOf(RowEntities.ALLOCATION));
        // Connector/J asks MariaDB for a column that only MySQL has, as soon as Hibernate asks for keywords.
        configuration.setProperty("hibernate.boot.allow_jdbc_metadata_access", "false");
        configuration.getProperties().put(GeneratorsContributor.SETTING, named);
        this.sessions = configuration.buildSessionFactory();
    }

    @Override
    public long nextId() {
        insert(1);
        return rows.incrementAndGet();
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        insert(to - from);
        for (int i = from; i < to; i++) {
            ids[i] = rows.incrementAndGet();
        }
    }

    /** Inserts rows. */
    public void insert(int count) {
        sessions.inTransaction(session -> {
            for (int i = 0; i < count; i++) {
                session.persist(kind.newRow());
            }
        });
    }

    @Override
    public IdTraits traits() {
        return IdTraits.builder(kind.subject()).build();
    }

    /** Drops the table. */
    @Override
    public void close() {
        try {
            sessions.close();
        } finally {
            afterwards.run();
        }
    }
}
