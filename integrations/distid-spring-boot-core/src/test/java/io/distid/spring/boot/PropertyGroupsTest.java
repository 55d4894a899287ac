package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The groups that are compared with what is written. */
class PropertyGroupsTest {
    @Test
    void groupsAreThoseThatAreBound() {
        assertThat(Stream.of(DistidProperties.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .map(DataObjectPropertyName::toDashedForm))
                .containsExactlyInAnyOrderElementsOf(PropertyGroups.KNOWN);
    }
}
