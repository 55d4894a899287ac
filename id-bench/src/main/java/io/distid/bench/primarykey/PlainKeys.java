package io.distid.bench.primarykey;

import io.distid.IdGenerator;

/** Keys that the server generates. */
final class PlainKeys extends Keys {
    private final int rows;

    PlainKeys(int rows) {
        this.rows = rows;
    }

    @Override
    String type(TableDialect dialect) {
        return dialect.plainType;
    }

    @Override
    int rows() {
        return rows;
    }

    @Override
    void append(StringBuilder sql, TableDialect dialect, int inserter, int row) {}

    @Override
    void take(IdGenerator node, int inserter, int from, int to) {
        throw new UnsupportedOperationException("the server makes these");
    }
}
