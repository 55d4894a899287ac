package io.distid.db;

class MySqlAutoIncrementContractTest extends TicketContract {
    MySqlAutoIncrementContractTest() {
        super(Servers.shared().createDatabase());
    }

    @Override
    protected String strategy() {
        return "mysql-auto-increment";
    }
}
