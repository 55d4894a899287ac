package io.distid.bench.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.progress.Steps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilesCheckTest {
    private static final String UUID_A = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    private static final String UUID_B = "017f22e2-79b0-7cc3-98c4-dc0c0c073990";

    @TempDir
    Path folder;

    @Test
    void growingIdsHaveNoFault() throws IOException {
        assertThat(FilesCheck.check(List.of(file("ids.txt", "1\n5\r\n9223372036854775807\n")), false, Steps.NONE))
                .isEqualTo(new FilesCheck.Found(3, 0, 0, 0L, 0L, List.of(), List.of(), null));
    }

    @Test
    void duplicatesAndInversionsAreNamedWithTheirLines() throws IOException {
        String ids = file("ids.txt", "10\n20\n15\n30\n20\n");

        FilesCheck.Found found = FilesCheck.check(List.of(ids), false, Steps.NONE);

        assertThat(found.duplicateExamples())
                .containsExactly("20 (" + ids + ", line 2) and again (" + ids + ", line 5)");
        assertThat(found.inversions()).isEqualTo(2);
        assertThat(found.inversionExamples())
                .containsExactly(
                        "15 (" + ids + ", line 3) is not greater than 20 (" + ids + ", line 2)",
                        "20 (" + ids + ", line 5) is not greater than 30 (" + ids + ", line 4)");
        assertThat(found.displacement()).isEqualTo(1);
    }

    @Test
    void severalFilesAreComparedWithEachOtherAndEachKeepsItsOrder() throws IOException {
        String first = file("a.txt", UUID_B + "\n");
        String second = file("b.txt", UUID_A + "\n" + UUID_B.toUpperCase(java.util.Locale.ROOT) + "\n");

        FilesCheck.Found found = FilesCheck.check(List.of(first, second), false, Steps.NONE);

        assertThat(found.inversions()).isZero();
        assertThat(found.duplicateExamples())
                .containsExactly(UUID_B + " (" + first + ", line 1) and again (" + second + ", line 2)");
        assertThat(found.displacement()).isNull();
    }

    @Test
    void uuidsThatDifferInOneHalfOnlyAreNotEqual() throws IOException {
        String ids = file(
                "ids.txt",
                "00000000-0000-0001-0000-000000000001\n00000000-0000-0002-0000-000000000001\n"
                        + "00000000-0000-0002-0000-000000000002\n");

        assertThat(FilesCheck.check(List.of(ids), false, Steps.NONE).duplicates())
                .isZero();
    }

    @Test
    void bytesAreReadTheHighestFirst() throws IOException {
        String numbers = bytes(1, 7, 1, 3);
        assertThat(FilesCheck.check(List.of(numbers), false, Steps.NONE).duplicates())
                .isEqualTo(1);
        String uuids = bytes(1, Long.MIN_VALUE + 7, 1, Long.MIN_VALUE + 3);
        assertThat(FilesCheck.check(List.of(uuids), true, Steps.NONE).inversionExamples())
                .singleElement()
                .asString()
                .startsWith("00000000-0000-0001-8000-000000000003 (" + uuids + ", id 2)");
    }

    /** Of the pairs 1 7 and 8 1 none would repeat. */
    @Test
    void numbersThatAreSaidToBeUuidsAreRefused() throws IOException {
        String numbers = bytes(1, 7, 8, 1);

        assertThatThrownBy(() -> FilesCheck.check(List.of(numbers), true, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        numbers + " holds no UUID: the variant of RFC 9562 is in none of its 2 ids of 16 bytes, as in"
                                + " none of 4 numbers of 8 bytes; if it has those, leave --uuids out");
    }

    @Test
    void aByteFileThatEndsWithinAnIdIsRefused() throws IOException {
        Path file = folder.resolve("ids.bin");
        Files.write(file, ByteBuffer.allocate(13).putLong(1).array());

        assertThatThrownBy(() -> FilesCheck.check(List.of(file.toString()), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessage(file + " ends with 5 bytes after id 1: an id has 8");
    }

    /** Each was 20 and its last 5 a 57: of the whole files the id 57 repeats, and of the cut ones none does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ids.txt | 57\\n20\\n5              | line 3 has no line end",
                "ids.txt | 57                       | line 1 has no line end",
                "ids.txt | 57\\n20\\r               | line 2 has no line end",
                "ids.txt | 0057\\n0020\\n005\\n      | line 3 has 3 digits, and line 1 has 4",
                "ids.txt | 57\\n020\\n               | line 2 has 3 digits, and line 1 has 2",
                "ids.csv | id,node\\n57,a\\n57,a      | line 3 has no line end",
                "ids.csv | id,node\\n57,a\\n57        | line 3 has no line end",
                "ids.csv | id,node                  | line 1 has no line end",
                "ids.csv | id\\n0057\\n005\\n         | line 3 has 3 digits, and line 2 has 4",
                "ids.txt | 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\\n017f22e2-79b0-7cc3-98c4-dc0c0c07398 | line 2 has no line end",
                "ids.txt | 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\\n017f22e2-79b0-7cc3-98c4-dc0c0c07398\\n | line 2 is not an id"
            })
    void aTextThatIsCutIsRefused(String name, String content, String reason) throws IOException {
        String ids = file(name, content.replace("\\n", "\n").replace("\\r", "\r"));

        assertThatThrownBy(() -> FilesCheck.check(List.of(ids), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(ids + ", " + reason);
    }

    @Test
    void idsWithZerosInFrontHaveOneLength() throws IOException {
        assertThat(FilesCheck.check(List.of(file("ids.txt", "0057\n0120\n1205\n")), false, Steps.NONE)
                        .ids())
                .isEqualTo(3);
    }

    @Test
    void aUuidFileThatIsCutBetweenItsHalvesIsRefused() throws IOException {
        String uuids = bytes(1, Long.MIN_VALUE + 7, 1);

        assertThatThrownBy(() -> FilesCheck.check(List.of(uuids), true, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessage(uuids + " ends with 8 bytes after id 1: an id has 16");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void bytesThatAreNotAnIdAreRefusedAsTextIs(long number) throws IOException {
        Path file = folder.resolve("ids.bin");
        Files.write(file, ByteBuffer.allocate(16).putLong(1).putLong(number).array());

        assertThatThrownBy(() -> FilesCheck.check(List.of(file.toString()), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessage(file + ", id 2 is " + number + ": must be from 1 to 9223372036854775807");
    }

    @Test
    void idsAreTheFirstColumnOfCsv() throws IOException {
        String ids = file("ids.csv", "id,node\r\n5,a\r\n7,b\r\n5,a\r\n");

        assertThat(FilesCheck.check(List.of(ids), false, Steps.NONE).duplicateExamples())
                .containsExactly("5 (" + ids + ", line 2) and again (" + ids + ", line 4)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,a\\n                | line 1 does not begin with the title of a column \"id\": \"1\"",
                "id,node\\n1,a\\n2\\n      | line 3 has 1 columns, and line 1 has 2: the copy may not be whole",
                "id,node\\n1,a,b\\n       | line 2 has 3 columns, and line 1 has 2",
                "id,node\\n\"1\",a\\n     | line 2 is not an id"
            })
    void csvOfAnotherShapeIsRefused(String content, String reason) throws IOException {
        String ids = file("ids.csv", content.replace("\\n", "\n"));

        assertThatThrownBy(() -> FilesCheck.check(List.of(ids), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(ids + ", " + reason);
    }

    @Test
    void aByteOrderMarkIsSkipped() throws IOException {
        assertThat(FilesCheck.check(List.of(file("ids.txt", "\uFEFF1\n5\n")), false, Steps.NONE)
                        .ids())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id              | is not an id",
                "-5              | is not an id",
                "0               | is not an id",
                "9223372036854775808 | is not an id",
                "''              | is not an id",
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398g | is not an id",
                "017f22e2-79b0-7cc3-98c4-dc0c0c07398f | is a UUID, and the lines before are numbers",
                "1111111111111111111111111111111111111111111111111111111111111111111111 | is longer than any id"
            })
    void aLineThatIsNoIdIsNamed(String line, String reason) throws IOException {
        String file = file("ids.txt", "1\n2\n" + line + "\n4\n");

        assertThatThrownBy(() -> FilesCheck.check(List.of(file), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file + ", line 3 " + reason)
                .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(300));
    }

    @Test
    void tellsHowMuchOfEachFileIsReadAndHowManyIdsAreCompared() throws IOException {
        String large = file("large.txt", "1234567890123456789\n".repeat(200_000));
        List<String> steps = new ArrayList<>();
        double[] last = new double[1];
        int[] shares = new int[1];

        FilesCheck.check(List.of(large), false, new Steps() {
            @Override
            public void step(String name, Duration estimate) {
                steps.add(name);
                assertThat(estimate).isPositive();
                last[0] = 0;
            }

            @Override
            public void at(double share) {
                assertThat(share).isBetween(last[0], 1.0);
                last[0] = share;
                shares[0]++;
            }

            @Override
            public void done(String result) {
                assertThat(last[0]).as("at the end of " + steps).isGreaterThan(0.9);
                steps.add(result);
            }
        });

        assertThat(steps)
                .containsExactly("reading " + large, "200 k ids", "comparing ids", "200 k ids, 199999 duplicates");
        assertThat(shares[0]).isGreaterThan(6);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> FilesCheck.check(List.of("no/such.txt"), false, Steps.NONE))
                .isInstanceOf(BadInputException.class)
                .hasMessage("there is no file no/such.txt");
    }

    private String bytes(long... words) throws IOException {
        Path file = folder.resolve("ids.bin");
        ByteBuffer bytes = ByteBuffer.allocate(8 * words.length);
        for (long word : words) {
            bytes.putLong(word);
        }
        Files.write(file, bytes.array());
        return file.toString();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }
}
