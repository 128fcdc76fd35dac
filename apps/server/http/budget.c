#include "budget.h"

bool http_may_store(limits *l, const http_request *request, double kb,
                    http_reply *reply)
{
    if (limits_take_storage(l, request->address, request->who.user, request->who.guest,
                            kb, server_ticks(), &reply->retry_after_s))
        return true;
    http_refuse(reply, 429, "too_many",
                "You have reached your storage limit for today.");
    return false;
}
