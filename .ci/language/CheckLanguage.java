import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.languagetool.JLanguageTool;
import org.languagetool.Language;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;
import org.languagetool.rules.spelling.SpellingCheckRule;

/**
 * Prints what LanguageTool finds in Markdown documents, and fails if that is anything.
 *
 * <p>It is run from its source by {@code .ci/check-language}. Arguments: the file of allowed words, the file of rules that are left out, the documents.
 */
public final class CheckLanguage {
    private static final Pattern CODE = Pattern.compile("``?([^`]*)``?");

    private record Block(int line, String text) {}

    public static void main(String[] args) throws IOException {
        List<String> words = entries(Path.of(args[0]));
        List<String> leftOut = entries(Path.of(args[1]));
        JLanguageTool tool = tool(words, leftOut);
        Set<String> used = new TreeSet<>();
        int findings = 0;
        for (int i = 2; i < args.length; i++) {
            for (Block block : blocks(Files.readAllLines(Path.of(args[i])))) {
                words.stream().filter(block.text()::contains).forEach(used::add);
                for (RuleMatch match : tool.check(block.text())) {
                    findings++;
                    System.err.println(args[i] + ":" + block.line() + ": \""
                            + block.text().substring(match.getFromPos(), match.getToPos()) + "\" (" + match.getRule().getId()
                            + "): " + match.getMessage().replaceAll("</?suggestion>", "\"") + "\n  " + block.text());
                }
            }
        }
        words.removeAll(used);
        if (!words.isEmpty()) {
            System.err.println("allowed words that no document has: " + words);
        }
        if (findings > 0 || !words.isEmpty()) {
            System.err.println(findings + " findings; reword, or see .ci/language");
            System.exit(1);
        }
        System.out.println(args.length - 2 + " documents, no finding");
    }

    private static JLanguageTool tool(List<String> words, List<String> leftOut) {
        Language english = Languages.getLanguageForShortCode("en-GB");
        JLanguageTool tool = new JLanguageTool(english);
        tool.disableRules(leftOut);
        for (Rule rule : tool.getAllActiveRules()) {
            if (rule instanceof SpellingCheckRule spelling) {
                spelling.addIgnoreTokens(words);
            }
        }
        return tool;
    }

    /** Lines of a file without its comments. */
    private static List<String> entries(Path file) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                entries.add(line.strip());
            }
        }
        return entries;
    }

    /** Paragraphs, items of lists and cells of tables, without code. */
    private static List<Block> blocks(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int begin = 0;
        boolean code = false;
        for (int i = 0; i <= lines.size(); i++) {
            String line = i < lines.size() ? lines.get(i).strip() : "";
            boolean fence = line.startsWith("```");
            boolean table = line.startsWith("|");
            boolean item = line.matches("([-*]|\\d+\\.) .*");
            if (code || fence || table || item || line.isEmpty() || line.startsWith("#")) {
                add(blocks, begin, text.toString());
                text.setLength(0);
            }
            code ^= fence;
            if (code || fence || line.isEmpty()) {
                continue;
            }
            if (table) {
                for (String cell : line.split("\\|")) {
                    add(blocks, i + 1, cell);
                }
            } else if (line.startsWith("#")) {
                add(blocks, i + 1, line);
            } else {
                begin = text.length() == 0 ? i + 1 : begin;
                text.append(text.length() == 0 ? "" : " ").append(line);
            }
        }
        return blocks;
    }

    /** A block without its marks. A span of code is a name, and one with a vowel in front where the code has one. */
    private static void add(List<Block> blocks, int line, String markdown) {
        String text = CODE.matcher(markdown)
                .replaceAll(code -> code.group(1).matches("\\W*[AEIOaeio].*") ? "Element" : "Code")
                .replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1")
                .replaceAll("^([-*]|\\d+\\.|#+) ", "")
                .replace("**", "")
                .replaceAll("(?<!\\w)\\*(?=\\w)|(?<=\\w)\\*(?!\\w)", "")
                .strip();
        if (text.matches(".*\\p{L}.*")) {
            blocks.add(new Block(line, text));
        }
    }
}
