package io.distid.db;

class MySqlAutoIncrementContractTest extends TicketContract {
    MySqlAutoIncrementContractTest() {
        super("mysql-auto-increment");
    }
}
