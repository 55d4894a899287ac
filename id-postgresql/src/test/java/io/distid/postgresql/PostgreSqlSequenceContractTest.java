package io.distid.postgresql;

import io.distid.sql.SqlStrategyContract;

class PostgreSqlSequenceContractTest extends SqlStrategyContract {
    PostgreSqlSequenceContractTest() {
        super("postgresql-sequence", "sequence");
    }
}
