package toy;

import io.distid.testkit.contract.LongIdGeneratorContract;

class ToyContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "toy";
    }
}
