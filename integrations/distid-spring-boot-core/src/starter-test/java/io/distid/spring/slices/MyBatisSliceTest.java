package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.test.autoconfigure.AutoConfigureMybatisPlus;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** What {@code @MybatisPlusTest} imports: the annotation itself needs a starter of MyBatis-Plus for one line of Boot. */
class MyBatisSliceTest {

    @Configuration(proxyBeanMethods = false)
    @AutoConfigureMybatisPlus
    static class Slice {}

    @Test
    void insertedEntitysIdComesFromTheApplicationsGenerator() {
        new ApplicationContextRunner()
                .withUserConfiguration(Slice.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker=fixed",
                        "distid.generators.orders.worker.id=3",
                        "distid.generators.orders.namespace=mybatis-slice",
                        "distid.mybatis.generator=orders")
                .run(context -> {
                    long id = context.getBean(IdentifierGenerator.class)
                            .nextId(new Object())
                            .longValue();
                    assertThat(id >> 12 & 1023).isEqualTo(3);
                });
    }
}
