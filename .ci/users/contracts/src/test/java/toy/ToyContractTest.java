package toy;

import io.distid.testkit.LongIdGeneratorContract;

class ToyContractTest extends LongIdGeneratorContract {
    @Override
    protected String strategy() {
        return "toy";
    }
}
