/* libnats, loaded when a bus is opened. */
#ifndef ALEA_LATE_NATS_H
#define ALEA_LATE_NATS_H

#include "late.h"

#include <nats/nats.h>

#define LATE_NATS_FUNCTIONS(X)                                                         \
    X(jsConsumerConfig_Init)                                                           \
    X(jsCtx_Destroy)                                                                   \
    X(jsMsgMetaData_Destroy)                                                           \
    X(jsStreamConfig_Init)                                                             \
    X(jsSubOptions_Init)                                                               \
    X(js_AddConsumer)                                                                  \
    X(js_AddStream)                                                                    \
    X(js_PullSubscribe)                                                                \
    X(natsConnection_Close)                                                            \
    X(natsConnection_Connect)                                                          \
    X(natsConnection_Destroy)                                                          \
    X(natsConnection_FlushTimeout)                                                     \
    X(natsConnection_GetMaxPayload)                                                    \
    X(natsConnection_JetStream)                                                        \
    X(natsConnection_Publish)                                                          \
    X(natsConnection_PublishString)                                                    \
    X(natsConnection_QueueSubscribe)                                                   \
    X(natsConnection_Status)                                                           \
    X(natsConnection_Subscribe)                                                        \
    X(natsMsgList_Destroy)                                                             \
    X(natsMsg_Destroy)                                                                 \
    X(natsMsg_GetData)                                                                 \
    X(natsMsg_GetDataLength)                                                           \
    X(natsMsg_GetMetaData)                                                             \
    X(natsMsg_GetReply)                                                                \
    X(natsMsg_GetSubject)                                                              \
    X(natsOptions_Create)                                                              \
    X(natsOptions_Destroy)                                                             \
    X(natsOptions_SetClosedCB)                                                         \
    X(natsOptions_SetErrorHandler)                                                     \
    X(natsOptions_SetMaxPingsOut)                                                      \
    X(natsOptions_SetMaxReconnect)                                                     \
    X(natsOptions_SetName)                                                             \
    X(natsOptions_SetPingInterval)                                                     \
    X(natsOptions_SetReconnectBufSize)                                                 \
    X(natsOptions_SetReconnectWait)                                                    \
    X(natsOptions_SetReconnectedCB)                                                    \
    X(natsOptions_SetRetryOnFailedConnect)                                             \
    X(natsOptions_SetSecure)                                                           \
    X(natsOptions_SetServers)                                                          \
    X(natsOptions_SetTimeout)                                                          \
    X(natsStatus_GetText)                                                              \
    X(natsSubscription_Destroy)                                                        \
    X(natsSubscription_Fetch)                                                          \
    X(nats_Sleep)

typedef struct late_nats_functions {
    LATE_NATS_FUNCTIONS(LATE_MEMBER)
} late_nats_functions;

/* Not to be called before late_nats_load answered ALEA_OK. */
extern late_nats_functions cnats;

/* As late_load. */
alea_status late_nats_load(alea_error *error);

#endif
