import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank. */
final class Bot {
    static Map<String, Object> decide(Arena.Act act) {
        Map<String, Object> legal = act.legal();
        if (legal.containsKey("check")) {
            return Map.of("kind", "check");
        }
        if (legal.containsKey("call")) {
            return Map.of("kind", "call");
        }
        if (legal.containsKey("raise_to")) {
            return Map.of("kind", "raise", "to", Arena.list(legal, "raise_to").get(0));
        }
        List<String> cards = Arena.texts(Arena.list(act.view(), "cards"));
        if (legal.containsKey("discard")) {
            long fewest = (Long) Arena.list(legal, "discard").get(0);
            return Map.of("kind", "discard", "cards", cards.subList(0, (int) fewest));
        }
        if (legal.containsKey("arrange")) {
            List<String> sorted = cards.stream().sorted(Comparator.comparingInt(Bot::place)).toList();
            List<List<String>> packets = new ArrayList<>();
            for (int at = 0; at < sorted.size(); at += 5) {
                packets.add(sorted.subList(at, at + 5));
            }
            return Map.of("kind", "arrange", "packets", packets);
        }
        return Map.of("kind", "fold");
    }

    private static int place(String card) {
        return 4 * "23456789TJQKA".indexOf(card.charAt(0)) + "cdhs".indexOf(card.charAt(1));
    }

    public static void main(String[] args) throws IOException {
        Arena.run("caller-java", Bot::decide);
    }
}
