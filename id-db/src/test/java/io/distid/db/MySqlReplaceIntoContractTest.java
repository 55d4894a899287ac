package io.distid.db;

class MySqlReplaceIntoContractTest extends TicketContract {
    MySqlReplaceIntoContractTest() {
        super(Servers.shared().createDatabase());
    }

    @Override
    protected String strategy() {
        return "mysql-replace-into";
    }
}
