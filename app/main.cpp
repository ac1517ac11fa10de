// SPDX-License-Identifier: MIT
#include "redis/private_server.h"

#include <string_view>

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1] == std::string_view("supervise"))
        return lockcore::superviseMain(argc, argv);
    return 2;
}
