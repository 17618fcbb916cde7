import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Plays every variant by one simple figure for its hand, 0 to 1000. */
final class Bot {
    private static final int UNKNOWN = 400; // a game without cards that are known here
    private static final int STRONG = 800;
    private static final int FAIR = 450;
    private static final int CROWD = 60; // what each opponent beyond the first takes off
    private static final Comparator<String> BY_RANK =
            Comparator.comparingInt(Bot::rank).thenComparing(card -> card.charAt(1)); // c d h s is the order of letters

    private static int rank(String card) {
        return "23456789TJQKA".indexOf(card.charAt(0));
    }

    /** The worth of up to five cards: what they make, and of what rank. */
    static int strength(List<String> cards) {
        int size = cards.size();
        if (size == 1) {
            return switch (cards.get(0)) {
                case "J" -> 0;
                case "Q" -> 500;
                case "K" -> 1000;
                default -> UNKNOWN;
            };
        }
        if (size < 2 || size > 5) {
            return UNKNOWN;
        }
        int[] count = new int[13];
        int high = 0;
        int low = 12;
        for (String card : cards) {
            int rank = rank(card);
            count[rank]++;
            high = Math.max(high, rank);
            low = Math.min(low, rank);
        }
        int most = 0;
        int second = 0;
        int best = 0;
        for (int rank = 12; rank >= 0; rank--) { // from the ace down, so that of equal groups the higher comes first
            if (count[rank] > most) {
                second = most;
                most = count[rank];
                best = rank;
            } else {
                second = Math.max(second, count[rank]);
            }
        }
        if (most == 4) {
            return 990;
        }
        if (most == 3) {
            return second == 2 ? 980 : 930;
        }
        if (most == 2) {
            return second == 2 ? 880 : 500 + 25 * best;
        }
        boolean flush = cards.stream().map(card -> card.charAt(1)).distinct().count() == 1;
        boolean straight = high - low == 4;
        if (size == 5 && (flush || straight)) {
            return flush && straight ? 985 : 970;
        }
        return 35 * high;
    }

    /** Bets all with a strong hand, stays in with a fair one, else pays only what is cheap. */
    private static Map<String, Object> bet(Map<String, Object> legal, int worth, long pot) {
        boolean mayCall = legal.containsKey("call");
        boolean mayRaise = legal.containsKey("raise_to");
        if (worth >= STRONG && mayRaise) {
            return Map.of("kind", "raise", "to", Arena.list(legal, "raise_to").get(1));
        }
        if (worth >= FAIR && mayCall) {
            return Map.of("kind", "call");
        }
        if (worth >= FAIR && mayRaise) {
            return Map.of("kind", "raise", "to", Arena.list(legal, "raise_to").get(0));
        }
        if (legal.containsKey("check")) {
            return Map.of("kind", "check");
        }
        if (mayCall && 4 * Arena.number(legal, "call", 0) <= pot) {
            return Map.of("kind", "call");
        }
        if (legal.containsKey("fold")) {
            return Map.of("kind", "fold");
        }
        return mayCall
                ? Map.of("kind", "call")
                : Map.of("kind", "raise", "to", Arena.list(legal, "raise_to").get(0));
    }

    /** What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest. */
    private static List<String> unwanted(List<String> cards) {
        List<String> single = cards.stream()
                .filter(card -> cards.stream().filter(other -> rank(other) == rank(card)).count() == 1)
                .toList();
        if (single.size() < 5) {
            return single;
        }
        return strength(cards) >= 970 ? List.of() : cards.stream().sorted(BY_RANK).limit(3).toList();
    }

    /** Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest. */
    private static List<List<String>> packets(List<String> cards) {
        List<String> ordered = cards.stream().sorted(BY_RANK).toList();
        List<List<String>> cut = new ArrayList<>();
        for (int at = 0; at < ordered.size(); at += 5) {
            cut.add(ordered.subList(at, at + 5));
        }
        cut.sort(Comparator.comparingInt(Bot::strength));
        Collections.rotate(cut, -1);
        return cut;
    }

    static Map<String, Object> decide(Arena.Act act) {
        Map<String, Object> legal = act.legal();
        Map<String, Object> view = act.view();
        List<String> cards = new ArrayList<>(Arena.texts(Arena.list(view, "cards")));
        if (legal.containsKey("discard")) {
            long most = (Long) Arena.list(legal, "discard").get(1);
            return Map.of("kind", "discard", "cards", unwanted(cards).stream().limit(most).toList());
        }
        if (legal.containsKey("arrange")) {
            return Map.of("kind", "arrange", "packets", packets(cards));
        }
        // Stud shows the hole card, everybody's upcards, and in a large game common cards.
        if (view.get("hole") instanceof String hole) {
            cards.add(hole);
            cards.addAll(Arena.texts((List<?>) Arena.list(view, "up").get(act.seat())));
        }
        cards.addAll(Arena.texts(Arena.list(view, "common")));
        int others = Collections.frequency(Arena.list(view, "active"), Boolean.TRUE) - 1;
        int worth = strength(cards) - CROWD * Math.max(0, others - 1);
        return bet(legal, worth, Arena.number(view, "pot", 0));
    }

    public static void main(String[] args) throws IOException {
        Arena.run("strength-java", Bot::decide);
    }
}
