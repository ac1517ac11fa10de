// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/store_server.h"

#include <csignal>

namespace lockcore {

void StoreServer::pause() { signal(SIGSTOP); }

void StoreServer::resume() { signal(SIGCONT); }

void StoreServer::signal(int number)
{
    if (pid() > 0) // kill(-1) would signal every process of this user
        ::kill(static_cast<pid_t>(pid()), number);
}

} // namespace lockcore
