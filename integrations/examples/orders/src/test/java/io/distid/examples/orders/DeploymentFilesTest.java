package io.distid.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The files for containers are well-formed, and what they name is there. */
class DeploymentFilesTest {

    @Test
    void composeNamesFilesServicesAndVolumesThatAreThere() throws IOException {
        Map<String, Object> compose = documents("compose.yaml").get(0);
        Map<String, Object> services = map(compose.get("services"));
        assertThat(services).containsKeys("database", "orders");

        Map<String, Object> orders = map(services.get("orders"));
        Map<String, Object> build = map(orders.get("build"));
        assertThat(Path.of((String) build.get("context"), (String) build.get("dockerfile")))
                .isRegularFile();
        assertThat(services.keySet()).containsAll(map(orders.get("depends_on")).keySet());
        Map<String, Object> database = map(services.get("database"));
        assertThat((List<?>) database.get("volumes"))
                .allMatch(volume -> map(compose.get("volumes"))
                        .containsKey(volume.toString().split(":")[0]));
        assertThat(map(orders.get("environment")).get("SPRING_DATASOURCE_PASSWORD"))
                .isEqualTo(map(database.get("environment")).get("MARIADB_PASSWORD"));
    }

    @Test
    void kubernetesSelectsPodsThatAreThereAndReadsSecretsThatAreThere() throws IOException {
        List<Map<String, Object>> objects = documents("kubernetes.yaml");
        assertThat(objects).allSatisfy(each -> assertThat(each).containsKeys("apiVersion", "kind", "metadata"));
        List<Object> labels = of(objects, "Deployment", "StatefulSet")
                .map(each -> at(each, "spec", "template", "metadata", "labels"))
                .toList();
        assertThat(labels).hasSize(2);
        assertThat(of(objects, "Deployment", "StatefulSet"))
                .allSatisfy(each -> assertThat(at(each, "spec", "selector", "matchLabels"))
                        .isEqualTo(at(each, "spec", "template", "metadata", "labels")));
        assertThat(of(objects, "Service"))
                .hasSize(2)
                .allSatisfy(each -> assertThat(labels).contains(at(each, "spec", "selector")));

        List<Object> secrets =
                of(objects, "Secret").map(each -> at(each, "metadata", "name")).toList();
        List<Object> read = new ArrayList<>();
        objects.forEach(each -> collect(each, "secretKeyRef", read));
        assertThat(read)
                .hasSize(2)
                .allMatch(reference -> secrets.contains(map(reference).get("name")));
    }

    private static List<Map<String, Object>> documents(String file) throws IOException {
        try (Reader in = Files.newBufferedReader(Path.of(file))) {
            List<Map<String, Object>> documents = new ArrayList<>();
            new Yaml().loadAll(in).forEach(each -> documents.add(map(each)));
            return documents;
        }
    }

    private static Stream<Map<String, Object>> of(List<Map<String, Object>> objects, String... kinds) {
        return objects.stream().filter(each -> List.of(kinds).contains(each.get("kind")));
    }

    private static Object at(Object object, String... path) {
        Object found = object;
        for (String key : path) {
            found = map(found).get(key);
        }
        return found;
    }

    private static void collect(Object object, String key, List<Object> found) {
        if (object instanceof Map<?, ?> entries) {
            entries.forEach((name, value) -> {
                if (key.equals(name)) {
                    found.add(value);
                }
                collect(value, key, found);
            });
        } else if (object instanceof List<?> list) {
            list.forEach(each -> collect(each, key, found));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object object) {
        assertThat(object).isInstanceOf(Map.class);
        return (Map<String, Object>) object;
    }
}
