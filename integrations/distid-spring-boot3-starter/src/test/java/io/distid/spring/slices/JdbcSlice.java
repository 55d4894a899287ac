package io.distid.spring.slices;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.autoconfigure.data.jdbc.DataJdbcTest;

/** The slice as this line of Spring Boot calls it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@DataJdbcTest
@interface JdbcSlice {}
