package io.distid.bench.workshop.growth;

import io.distid.bench.jvm.CommandLoop;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Figures on their way from a child JVM to the lab. For use by one thread. */
final class TrialFigures {
    /** The first word of the answer. */
    static final String ANSWER = "found";

    private final Map<ScaleFigure, Double> figures = new EnumMap<>(ScaleFigure.class);

    TrialFigures with(ScaleFigure figure, double value) {
        figures.put(figure, value);
        return this;
    }

    Map<ScaleFigure, Double> all() {
        return figures;
    }

    /** The line of the child's answer. */
    String answer() {
        List<Object> words = new ArrayList<>(List.of(ANSWER));
        figures.forEach((figure, value) -> words.addAll(List.of(figure.name(), value)));
        return CommandLoop.answer(words.toArray());
    }

    /** Parses the words of such an answer after the first. */
    static TrialFigures of(List<String> words) {
        TrialFigures found = new TrialFigures();
        for (int i = 0; i < words.size(); i += 2) {
            found.with(ScaleFigure.valueOf(words.get(i)), Double.parseDouble(words.get(i + 1)));
        }
        return found;
    }
}
