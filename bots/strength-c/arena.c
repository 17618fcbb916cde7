#include "arena.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

/* The arena may vanish without a word, and a DEALER socket then waits for ever: look around now and then. */
enum { WATCH_MS = 500, IDLE_S = 3600 };
static const char LOST[] = "inproc://lost"; /* tells of a lost connection */

static int send_json(void *socket, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    int sent = text == NULL ? -1 : zmq_send(socket, text, strlen(text), 0);
    free(text);
    return sent;
}

static json_t *answer(const json_t *act, decide_fn decide)
{
    return json_pack("{s:O, s:o}", "id", json_object_get(act, "id"), "move", decide(act));
}

static json_t *answers(const json_t *acts, decide_fn decide)
{
    json_t *list = json_array();
    size_t place;
    json_t *act;
    json_array_foreach((json_t *)acts, place, act) json_array_append_new(list, answer(act, decide));
    return json_pack("{s:s, s:o}", "type", "actions", "actions", list);
}

static const char *text_of(const json_t *message, const char *key)
{
    const char *text = json_string_value(json_object_get(message, key));
    return text == NULL ? "" : text;
}

/* Answers one message. Returns -1 to go on, else the exit code. */
static int receive(void *socket, const json_t *message, const char *name, decide_fn decide)
{
    const char *type = text_of(message, "type");
    if (strcmp(type, "acts") == 0) {
        send_json(socket, answers(json_object_get(message, "acts"), decide));
    } else if (strcmp(type, "act") == 0) {
        json_t *action = answer(message, decide);
        json_object_set_new(action, "type", json_string("action"));
        send_json(socket, action);
    } else if (strcmp(type, "welcome") == 0) {
        /* A connection lost before the welcome is made again; from here on it is the end. */
        zmq_socket_monitor(socket, LOST, ZMQ_EVENT_DISCONNECTED);
    } else if (strcmp(type, "fault") == 0) {
        fprintf(stderr, "fault %s: %s\n", text_of(message, "fault"), text_of(message, "reason"));
    } else if (strcmp(type, "reject") == 0) {
        fprintf(stderr, "the arena refused %s: %s\n", name, text_of(message, "reason"));
        return 1;
    } else if (strcmp(type, "bye") == 0) {
        return 0;
    } /* Whatever else comes is of a later version and meant to be ignored. */
    return -1;
}

static int talk(void *socket, void *monitor, const char *name, decide_fn decide)
{
    pid_t parent = getppid();
    time_t heard = time(NULL);
    int code = -1;
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    while (code < 0) {
        if (zmq_msg_recv(&frame, socket, 0) < 0) {
            zmq_pollitem_t lost = {monitor, 0, ZMQ_POLLIN, 0};
            if (errno != EAGAIN && errno != EINTR)
                code = 1;
            else if (getppid() != parent || time(NULL) - heard > IDLE_S || zmq_poll(&lost, 1, 0) > 0)
                code = 0;
            continue;
        }
        heard = time(NULL);
        json_t *message = json_loadb(zmq_msg_data(&frame), zmq_msg_size(&frame), 0, NULL);
        if (message != NULL)
            code = receive(socket, message, name, decide);
        json_decref(message);
    }
    zmq_msg_close(&frame);
    return code;
}

int arena_run(int argc, char **argv, const char *name, decide_fn decide)
{
    json_error_t error;
    json_t *connection = json_load_file(argv[argc - 1], 0, &error);
    if (connection == NULL) {
        fprintf(stderr, "%s is not a connection file: %s\n", argv[argc - 1], error.text);
        return 1;
    }
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_DEALER);
    void *monitor = zmq_socket(context, ZMQ_PAIR);
    int linger = 0, watch_ms = WATCH_MS; /* linger 0: else unsent messages keep the process for ever */
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &watch_ms, sizeof watch_ms);
    zmq_setsockopt(monitor, ZMQ_LINGER, &linger, sizeof linger);
    zmq_connect(monitor, LOST);

    int code = 1;
    if (zmq_connect(socket, text_of(connection, "endpoint")) == 0) {
        json_t *hello = json_pack("{s:s, s:s, s:[i, i], s:s, s:[s, s]}", "type", "hello", "token",
                                  text_of(connection, "token"), "protocol", 1, 1, "name", name, "capabilities",
                                  "batch", "quiet");
        send_json(socket, hello);
        code = talk(socket, monitor, name, decide);
    } else {
        fprintf(stderr, "cannot connect to %s: %s\n", text_of(connection, "endpoint"), zmq_strerror(errno));
    }
    json_decref(connection);
    zmq_socket_monitor(socket, NULL, 0);
    zmq_close(monitor);
    zmq_close(socket);
    zmq_ctx_term(context);
    return code;
}
