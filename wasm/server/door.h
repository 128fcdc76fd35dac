/* The server in a module: what a host calls, and what it offers. One thread; a text is
 * UTF-8 with a NUL at its end, bytes lie in the module's memory. */
#ifndef ALEA_WASM_DOOR_H
#define ALEA_WASM_DOOR_H

#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define HOST(name)   __attribute__((import_module("alea"), import_name(name)))

/* ---- offered by the host ---- */
/* The answer to a request, once, from within alea_request or later. `head` is lines of
 * "name: value". */
HOST("answer")
void host_answer(uint32_t number, int status, const char *head, uint32_t head_size,
                 const char *body, uint32_t body_size);
/* One text message to a socket. */
HOST("send") void host_send(uint32_t socket, const char *text, uint32_t size);
/* The socket is to be closed with this WebSocket status, after what was sent to it. The
 * host calls alea_socket_over later, never from within. */
HOST("close") void host_close(uint32_t socket, int code);
/* A message of the bus (server/jobs/remote.h) for the helpers of a server, or from a helper
 * to its server. The host announces its helpers, gives each question to one that is free,
 * and passes on what they answer; it may do nothing: then all work is done here. */
HOST("bus")
void host_bus(const char *topic, const char *audience, const char *text, uint32_t size);

/* ---- called by the host ---- */
/* Memory for what the host passes; the host frees it after the call. */
EXPORT("alea_take") void *alea_take(uint32_t size);
EXPORT("alea_give") void alea_give(void *memory);
/* Memory for the net (data/alea.net), which the host writes into it before alea_think,
 * which checks it; NULL if there is none. The net is used where it lies, so this is called
 * once, or again after alea_think failed. */
EXPORT("alea_net") void *alea_net(uint32_t size);
/* Opens the server on the data file `data` (":memory:" = none); `limit` and
 * `new_key` as of `alea serve`. 0, or the text alea_fault() says why not. */
EXPORT("alea_open") int alea_open(const char *data, int limit, int new_key);
/* After alea_open: opens what evaluates, which takes its time the first time (the bear-off
 * tables are made); the work that needs it waits until then. 0, or alea_fault() says why
 * not. */
EXPORT("alea_think") int alea_think(void);
EXPORT("alea_fault") const char *alea_fault(void);
/* A request; `number` is the host's, never used twice. `target` is a path, perhaps with
 * "?query", as in the first line of HTTP; `head` is lines of "name: value", names in
 * lower case. */
EXPORT("alea_request")
void alea_request(uint32_t number, const char *method, const char *target,
                  const char *head, const char *body, uint32_t body_size);
/* The client no longer waits for the answer. */
EXPORT("alea_request_over") void alea_request_over(uint32_t number);
/* Opens a WebSocket: 1 = open, named `number` from now on; 0 = refused, with
 * host_answer. */
EXPORT("alea_socket")
int alea_socket(uint32_t number, const char *target, const char *head);
EXPORT("alea_message")
void alea_message(uint32_t socket, const char *text, uint32_t size);
EXPORT("alea_socket_over") void alea_socket_over(uint32_t socket);
/* Every 50 ms. 1: work waits, see alea_work. */
EXPORT("alea_tick") int alea_tick(void);
/* Does one piece of the work that waits: 1 if there was any. */
EXPORT("alea_work") int alea_work(void);
EXPORT("alea_close") void alea_close(void);
/* In place of alea_open: makes the bear-off tables in the host's files, which takes memory
 * that a module never gives back. 1, or 0 without memory. */
EXPORT("alea_tables") int alea_tables(void);
/* A message of the bus for this module. */
EXPORT("alea_bus")
void alea_bus(const char *topic, const char *audience, const char *text, uint32_t size);
/* In place of alea_open: this module is a helper, after alea_net. 0, or an alea_status. */
EXPORT("alea_help") int alea_help(void);
/* Of a helper, after alea_bus: does a job, which takes its time; 1 if there was one. */
EXPORT("alea_help_work") int alea_help_work(void);

#endif
