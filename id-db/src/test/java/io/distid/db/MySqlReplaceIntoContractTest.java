package io.distid.db;

class MySqlReplaceIntoContractTest extends TicketContract {
    MySqlReplaceIntoContractTest() {
        super("mysql-replace-into");
    }
}
