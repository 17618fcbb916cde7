// Plays every variant by one simple figure for its hand, 0 to 1000.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena.hpp"

using arena::json;
using Cards = std::vector<std::string>;

constexpr int unknown = 400;  // a game without cards that are known here
constexpr int strong = 800;
constexpr int fair = 450;
constexpr int crowd = 60;  // what each opponent beyond the first takes off

static int rank(const std::string& card) {
    static const std::string ranks = "23456789TJQKA";
    return static_cast<int>(ranks.find(card[0]));
}

static bool by_rank(const std::string& a, const std::string& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a[1] < b[1];  // the suits c d h s stand in the order of letters
}

// The worth of up to five cards: what they make, and of what rank.
static int strength(const Cards& cards) {
    if (cards.size() == 1) return cards[0] == "J" ? 0 : cards[0] == "Q" ? 500 : cards[0] == "K" ? 1000 : unknown;
    if (cards.size() < 2 || cards.size() > 5) return unknown;
    std::array<int, 13> count{};
    std::set<char> suits;
    for (const auto& card : cards) {
        ++count[rank(card)];
        suits.insert(card[1]);
    }
    std::vector<std::pair<int, int>> groups;  // how many of which rank
    for (int r = 0; r < 13; ++r)
        if (count[r] > 0) groups.emplace_back(count[r], r);
    const int high = groups.back().second, low = groups.front().second;
    std::sort(groups.rbegin(), groups.rend());
    const int most = groups[0].first, second = groups.size() > 1 ? groups[1].first : 0;
    if (most == 4) return 990;
    if (most == 3) return second == 2 ? 980 : 930;
    if (most == 2) return second == 2 ? 880 : 500 + 25 * groups[0].second;
    const bool flush = suits.size() == 1, straight = high - low == 4;
    if (cards.size() == 5 && (flush || straight)) return flush && straight ? 985 : 970;
    return 35 * high;
}

// Bets all with a strong hand, stays in with a fair one, else pays only what is cheap.
static json bet(const json& legal, int worth, long long pot) {
    const bool may_call = legal.contains("call"), may_raise = legal.contains("raise_to");
    const auto raise_to = [&](int bound) { return json{{"kind", "raise"}, {"to", legal.at("raise_to").at(bound)}}; };
    const json call = {{"kind", "call"}};
    if (worth >= strong && may_raise) return raise_to(1);
    if (worth >= fair && may_call) return call;
    if (worth >= fair && may_raise) return raise_to(0);
    if (legal.contains("check")) return {{"kind", "check"}};
    if (may_call && 4 * legal.at("call").get<long long>() <= pot) return call;
    if (legal.contains("fold")) return {{"kind", "fold"}};
    return may_call ? call : raise_to(0);
}

// What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest.
static Cards unwanted(Cards cards) {
    Cards single;
    for (const auto& card : cards)
        if (std::count_if(cards.begin(), cards.end(), [&](const auto& c) { return c[0] == card[0]; }) == 1)
            single.push_back(card);
    if (single.size() < 5) return single;
    if (strength(cards) >= 970) return {};
    std::sort(cards.begin(), cards.end(), by_rank);
    return {cards.begin(), cards.begin() + 3};
}

// Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest.
static std::vector<Cards> packets(Cards cards) {
    std::sort(cards.begin(), cards.end(), by_rank);
    std::vector<Cards> cut;
    for (std::size_t at = 0; at < cards.size(); at += 5) cut.emplace_back(cards.begin() + at, cards.begin() + at + 5);
    std::stable_sort(cut.begin(), cut.end(), [](const auto& a, const auto& b) { return strength(a) < strength(b); });
    std::rotate(cut.begin(), cut.begin() + 1, cut.end());
    return cut;
}

static json decide(const json& act) {
    const json &legal = act.at("legal"), &view = act.at("view");
    Cards cards = view.value("cards", Cards{});
    if (legal.contains("arrange")) return {{"kind", "arrange"}, {"packets", packets(cards)}};
    if (legal.contains("discard")) {
        Cards given = unwanted(cards);
        given.resize(std::min(given.size(), legal.at("discard").at(1).get<std::size_t>()));
        return {{"kind", "discard"}, {"cards", given}};
    }
    const auto add = [&](const json& more) {
        for (const auto& card : more) cards.push_back(card.get<std::string>());
    };
    // Stud shows the hole card, everybody's upcards, and in a large game common cards.
    if (view.contains("hole")) {
        cards.push_back(view.at("hole").get<std::string>());
        add(view.at("up").at(act.at("seat").get<std::size_t>()));
    }
    add(view.value("common", json::array()));
    int others = -1;
    for (const auto& in : view.value("active", json::array())) others += in.get<bool>();
    return bet(legal, strength(cards) - crowd * std::max(0, others - 1), view.value("pot", 0LL));
}

int main(int argc, char** argv) { return arena::run(argc, argv, "strength-cpp", decide); }
