#include "ask.h"

bool crew_ask_is_account(const http_request *request, http_reply *reply)
{
    if (!request->who.guest) return true;
    http_refuse(reply, 403, "guest",
                "A seat in a chouette is for accounts: choose a name first.");
    return false;
}
