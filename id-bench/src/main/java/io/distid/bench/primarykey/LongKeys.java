package io.distid.bench.primarykey;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;

/** 63-bit ids. */
final class LongKeys extends Keys {
    private final long[][] ids;

    LongKeys(int inserters, int rows) {
        this.ids = new long[inserters][rows];
    }

    @Override
    String type(TableDialect dialect) {
        return "BIGINT";
    }

    @Override
    int rows() {
        return ids[0].length;
    }

    @Override
    void append(StringBuilder sql, TableDialect dialect, int inserter, int row) {
        sql.append(ids[inserter][row]).append(',');
    }

    @Override
    void take(IdGenerator node, int inserter, int from, int to) {
        LongIdGenerator generator = (LongIdGenerator) node;
        if (to - from == 1) {
            ids[inserter][from] = generator.nextId();
        } else {
            generator.nextIds(ids[inserter], from, to);
        }
    }
}
