// The arena's side of a bot in C++: connects, answers questions with `decide`, ends with the match.
// The strategy is in bot.cpp; this file is the same for every bot.
#pragma once

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <zmq.hpp>

namespace arena {

using json = nlohmann::json;
// The move for one question; `act` holds "legal" and "view".
using Decide = std::function<json(const json& act)>;

// The arena may vanish without a word, and a DEALER socket then waits for ever: look around now and then.
constexpr int watch_ms = 500;
constexpr std::chrono::hours idle{1};

// Whether the connection was lost, which a DEALER itself never tells: it tries to connect again for ever.
class Monitor {
public:
    explicit Monitor(zmq::context_t& context) : events_(context, zmq::socket_type::pair) {
        events_.set(zmq::sockopt::linger, 0);
        events_.connect("inproc://lost");
    }
    // To be called at the welcome: a connection lost before is made again, from then on it is the end.
    void watch(zmq::socket_t& socket) {
        zmq_socket_monitor(socket.handle(), "inproc://lost", ZMQ_EVENT_DISCONNECTED);
    }
    bool lost() {
        zmq::pollitem_t item{events_.handle(), 0, ZMQ_POLLIN, 0};
        return zmq::poll(&item, 1, std::chrono::milliseconds(0)) > 0;
    }

private:
    zmq::socket_t events_;
};

// Plays one match; the connection file is the last argument. Returns the exit code of the process.
inline int run(int argc, char** argv, const std::string& name, const Decide& decide) {
    const json connection = json::parse(std::ifstream(argv[argc - 1]));
    zmq::context_t context;
    zmq::socket_t socket(context, zmq::socket_type::dealer);
    socket.set(zmq::sockopt::linger, 0);  // else unsent messages keep the process for ever
    socket.set(zmq::sockopt::rcvtimeo, watch_ms);
    Monitor monitor(context);
    socket.connect(connection.at("endpoint").get<std::string>());

    const auto send = [&](const json& message) { socket.send(zmq::buffer(message.dump()), zmq::send_flags::none); };
    const auto answer = [&](const json& act) { return json{{"id", act.at("id")}, {"move", decide(act)}}; };
    send({{"type", "hello"},
          {"token", connection.at("token")},
          {"protocol", {1, 1}},
          {"name", name},
          {"capabilities", {"batch", "quiet"}}});

    const auto parent = getppid();
    auto heard = std::chrono::steady_clock::now();
    for (;;) {
        zmq::message_t frame;
        if (!socket.recv(frame, zmq::recv_flags::none)) {
            const bool idled = std::chrono::steady_clock::now() - heard > idle;
            if (idled || getppid() != parent || monitor.lost()) return 0;
            continue;
        }
        heard = std::chrono::steady_clock::now();
        const json message = json::parse(frame.to_string_view());
        const auto type = message.value("type", "");
        if (type == "acts") {
            json answers = json::array();
            for (const auto& act : message.at("acts")) answers.push_back(answer(act));
            send({{"type", "actions"}, {"actions", std::move(answers)}});
        } else if (type == "act") {
            json action = answer(message);
            action["type"] = "action";
            send(action);
        } else if (type == "welcome") {
            monitor.watch(socket);
        } else if (type == "fault") {
            std::cerr << "fault " << message.value("fault", "") << ": " << message.value("reason", "") << std::endl;
        } else if (type == "reject") {
            std::cerr << "the arena refused " << name << ": " << message.value("reason", "") << std::endl;
            return 1;
        } else if (type == "bye") {
            return 0;
        }  // Whatever else comes is of a later version and meant to be ignored.
    }
}

}  // namespace arena
