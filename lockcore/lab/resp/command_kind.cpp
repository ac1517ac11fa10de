// SPDX-License-Identifier: MIT
#include "lockcore/lab/resp/command_kind.h"

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool isSame(std::string_view word, std::string_view capitals)
{
    return word.size() == capitals.size()
           && std::equal(word.begin(), word.end(), capitals.begin(), [](char a, char b) { return upper(a) == b; });
}

template <std::size_t N>
bool isIn(std::string_view word, const std::array<std::string_view, N> &names)
{
    return std::any_of(names.begin(), names.end(), [&](auto name) { return isSame(word, name); });
}

// Commands that only the Lab may use: they end the server, change its settings or its role, or show everything to everybody.
constexpr std::array<std::string_view, 9> refusedNames = {"MONITOR", "PSYNC",    "SYNC",     "REPLCONF", "REPLICAOF",
                                                          "SLAVEOF", "FAILOVER", "SHUTDOWN", "DEBUG"};
constexpr std::array<std::string_view, 15> setUpNames = {"AUTH", "HELLO", "CLIENT",   "SELECT",    "INFO",   "PING",  "ECHO",  "COMMAND",
                                                         "ROLE", "QUIT",  "READONLY", "READWRITE", "ASKING", "RESET", "LOLWUT"};
constexpr std::array<std::string_view, 8> clusterQuestions = {"SLOTS", "SHARDS",  "NODES",           "INFO",
                                                              "MYID",  "KEYSLOT", "COUNTKEYSINSLOT", "GETKEYSINSLOT"};
constexpr std::array<std::string_view, 4> clientsOthersSee = {"KILL", "PAUSE", "UNPAUSE", "UNBLOCK"};
constexpr std::array<std::string_view, 10> waitingNames = {"BLPOP",    "BRPOP",    "BRPOPLPUSH", "BLMOVE", "BLMPOP",
                                                           "BZPOPMIN", "BZPOPMAX", "BZMPOP",     "WAIT",   "WAITAOF"};
constexpr std::array<std::string_view, 6> subscribeNames = {"SUBSCRIBE",   "PSUBSCRIBE",   "SSUBSCRIBE",
                                                            "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE"};
constexpr std::array<std::string_view, 3> flushNames = {"FLUSHDB", "FLUSHALL", "SWAPDB"};
constexpr std::array<std::string_view, 5> secretNames = {"AUTH", "HELLO", "CONFIG", "ACL", "MIGRATE"};

// XREAD … BLOCK ms … STREAMS key id: the option comes before the streams' names.
bool readsBlocking(std::span<const Bytes> words)
{
    if (!isCommand(words, "XREAD") && !isCommand(words, "XREADGROUP"))
        return false;
    for (const auto &word : words.subspan(1)) {
        if (isSame(word, "STREAMS"))
            return false;
        if (isSame(word, "BLOCK"))
            return true;
    }
    return false;
}

bool isSetUp(std::span<const Bytes> words)
{
    if (isCommand(words, "CLIENT"))
        return words.size() < 2 || !isIn(words[1], clientsOthersSee);
    return isIn(words[0], setUpNames) || isCommand(words, "CLUSTER") || isCommand(words, "CONFIG", "GET")
           || isCommand(words, "ACL", "WHOAMI");
}

bool changesCluster(std::span<const Bytes> words)
{
    return isCommand(words, "CLUSTER") && (words.size() < 2 || !isIn(words[1], clusterQuestions));
}

} // namespace

bool isCommand(std::span<const Bytes> words, std::string_view name) { return isSame(words[0], name); }

bool isCommand(std::span<const Bytes> words, std::string_view name, std::string_view subname)
{
    return isSame(words[0], name) && words.size() > 1 && isSame(words[1], subname);
}

CommandKind kindOf(std::span<const Bytes> words)
{
    CommandKind kind;
    kind.refused =
        isIn(words[0], refusedNames) || isCommand(words, "CONFIG", "SET") || isCommand(words, "CONFIG", "REWRITE") || changesCluster(words);
    kind.setUp = isSetUp(words);
    kind.waits = isIn(words[0], waitingNames) || readsBlocking(words);
    kind.subscribes = isIn(words[0], subscribeNames);
    kind.flushes = isIn(words[0], flushNames);
    return kind;
}

Words recordable(std::span<const Bytes> words, std::string_view password)
{
    if (isIn(words[0], secretNames))
        return {words[0]};
    Words shown(words.begin(), words.end());
    for (auto &word : shown) {
        if (!password.empty() && word.find(password) != Bytes::npos)
            word = "(password)";
    }
    return shown;
}

} // namespace lockcore
