import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The arena's side of a bot in Java: reads questions from stdin, answers them on stdout, ends with its input.
 * The strategy is in Bot.java; this file and Json.java are the same for every bot.
 */
final class Arena {
    private Arena() { }

    /** One question, complete in itself; `message` is all of it. */
    record Act(Map<String, Object> message) {
        long id() {
            return number(message, "id", 0);
        }

        long table() {
            return number(message, "table", 0);
        }

        long deal() {
            return number(message, "deal", 0);
        }

        int seat() {
            return (int) number(message, "seat", 0);
        }

        /** Random bits for this decision. */
        long seed() {
            return number(message, "seed", 0);
        }

        /** Time for this decision; -1 without a clock. */
        long clockMs() {
            return number(message, "clock_ms", -1);
        }

        /** What is allowed: a key for each kind of move. */
        Map<String, Object> legal() {
            return object(message, "legal");
        }

        /** The hand as the seat sees it: phase, dealer, history and what else the game has. */
        Map<String, Object> view() {
            return object(message, "view");
        }
    }

    /** Plays one match. `decide` turns a question into a move. */
    static void run(String name, Function<Act, Map<String, Object>> decide) throws IOException {
        // Flushed after each line: what lies in a buffer does not reach the arena, and the bot would look dead.
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // The token is left out: the arena's bridge adds it.
        out.println(Json.write(Map.of("type", "hello", "protocol", List.of(1, 1), "name", name,
                "capabilities", List.of("batch", "quiet"))));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> message = asObject(Json.parse(line));
            switch (String.valueOf(message.get("type"))) {
                case "acts" -> {
                    List<Object> actions = new ArrayList<>();
                    for (Object act : list(message, "acts")) {
                        actions.add(answer(asObject(act), decide));
                    }
                    out.println(Json.write(Map.of("type", "actions", "actions", actions)));
                }
                case "act" -> {
                    Map<String, Object> action = answer(message, decide);
                    action.put("type", "action");
                    out.println(Json.write(action));
                }
                case "fault" -> System.err.println("fault " + message.get("fault") + ": " + message.get("reason"));
                case "reject" -> {
                    System.err.println("the arena refused " + name + ": " + message.get("reason"));
                    System.exit(1);
                }
                case "bye" -> {
                    return;
                }
                default -> { } // of a later version, and meant to be ignored
            }
        }
    }

    private static Map<String, Object> answer(Map<String, Object> act, Function<Act, Map<String, Object>> decide) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", act.get("id"));
        answer.put("move", decide.apply(new Act(act)));
        return answer;
    }

    @SuppressWarnings("unchecked") // the keys of a JSON object are strings
    static Map<String, Object> asObject(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    static Map<String, Object> object(Map<String, Object> from, String key) {
        return asObject(from.get(key));
    }

    /** The list of this name, empty where there is none. */
    static List<?> list(Map<String, Object> from, String key) {
        return from.get(key) instanceof List<?> list ? list : List.of();
    }

    /** The texts of a list. */
    static List<String> texts(List<?> values) {
        return values.stream().map(String::valueOf).toList();
    }

    /** The whole number of this name. */
    static long number(Map<String, Object> from, String key, long absent) {
        return from.get(key) instanceof Long number ? number : absent;
    }
}
