// Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "arena.hpp"

using arena::json;

static std::pair<std::size_t, std::size_t> by_rank(const std::string& card) {
    static const std::string ranks = "23456789TJQKA", suits = "cdhs";
    return {ranks.find(card[0]), suits.find(card[1])};
}

static json decide(const json& act) {
    const json& legal = act.at("legal");
    if (legal.contains("check")) return {{"kind", "check"}};
    if (legal.contains("call")) return {{"kind", "call"}};
    if (legal.contains("raise_to")) return {{"kind", "raise"}, {"to", legal.at("raise_to").at(0)}};
    if (!legal.contains("discard") && !legal.contains("arrange")) return {{"kind", "fold"}};

    auto cards = act.at("view").at("cards").get<std::vector<std::string>>();
    if (legal.contains("discard")) {
        cards.resize(legal.at("discard").at(0).get<std::size_t>());
        return {{"kind", "discard"}, {"cards", cards}};
    }
    std::sort(cards.begin(), cards.end(), [](const auto& a, const auto& b) { return by_rank(a) < by_rank(b); });
    json packets = json::array();
    for (std::size_t at = 0; at < cards.size(); at += 5)
        packets.push_back(std::vector<std::string>(cards.begin() + at, cards.begin() + at + 5));
    return {{"kind", "arrange"}, {"packets", packets}};
}

int main(int argc, char** argv) { return arena::run(argc, argv, "caller-cpp", decide); }
