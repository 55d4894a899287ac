package io.distid.spring.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.PropertySource;

/** The application whose slices are tested. A generator's store is out of reach, as a slice's often is. */
@SpringBootApplication
@PropertySource("classpath:slices.properties")
class SliceApplication {}
