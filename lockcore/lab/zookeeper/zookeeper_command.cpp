// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_command.h"

#include "lockcore/lab/zookeeper/jute.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockcore {

namespace {

enum class ZooShape { Nothing, Path, Made, Multi };

struct ZooRequest
{
    std::int32_t type;
    std::string_view name;
    ZooShape shape = ZooShape::Nothing;
};

constexpr std::array<ZooRequest, 33> zooRequests = {{{1, "CREATE", ZooShape::Made},
                                                     {2, "DELETE", ZooShape::Path},
                                                     {3, "EXISTS", ZooShape::Path},
                                                     {4, "GETDATA", ZooShape::Path},
                                                     {5, "SETDATA", ZooShape::Path},
                                                     {6, "GETACL", ZooShape::Path},
                                                     {7, "SETACL", ZooShape::Path},
                                                     {8, "GETCHILDREN", ZooShape::Path},
                                                     {9, "SYNC", ZooShape::Path},
                                                     {11, "PING"},
                                                     {12, "GETCHILDREN2", ZooShape::Path},
                                                     {13, "CHECK", ZooShape::Path},
                                                     {14, "MULTI", ZooShape::Multi},
                                                     {15, "CREATE2", ZooShape::Made},
                                                     {16, "RECONFIG"},
                                                     {17, "CHECKWATCHES", ZooShape::Path},
                                                     {18, "REMOVEWATCHES", ZooShape::Path},
                                                     {19, "CREATECONTAINER", ZooShape::Made},
                                                     {20, "DELETECONTAINER", ZooShape::Path},
                                                     {21, "CREATETTL", ZooShape::Made},
                                                     {22, "MULTIREAD", ZooShape::Nothing},
                                                     {100, "AUTH"},
                                                     {101, "SETWATCHES"},
                                                     {102, "SASL"},
                                                     {103, "GETEPHEMERALS", ZooShape::Path},
                                                     {104, "GETALLCHILDRENNUMBER", ZooShape::Path},
                                                     {105, "SETWATCHES2"},
                                                     {106, "ADDWATCH", ZooShape::Path},
                                                     {107, "WHOAMI"},
                                                     {-10, "CREATESESSION"},
                                                     {-11, "CLOSESESSION"},
                                                     {0, "NOTIFICATION"},
                                                     {-1, "ERROR"}}};

constexpr std::array<std::string_view, 7> madeKinds = {
    "PERSISTENT", "EPHEMERAL",           "PERSISTENT_SEQUENTIAL",         "EPHEMERAL_SEQUENTIAL",
    "CONTAINER",  "PERSISTENT_WITH_TTL", "PERSISTENT_SEQUENTIAL_WITH_TTL"};

struct ZooError
{
    std::int32_t code;
    std::string_view name;
};

constexpr std::array<ZooError, 14> zooErrors = {{{-1, "SYSTEMERROR"},
                                                 {-2, "RUNTIMEINCONSISTENCY"},
                                                 {-4, "CONNECTIONLOSS"},
                                                 {-5, "MARSHALLINGERROR"},
                                                 {-6, "UNIMPLEMENTED"},
                                                 {-8, "BADARGUMENTS"},
                                                 {-101, "NONODE"},
                                                 {-102, "NOAUTH"},
                                                 {-103, "BADVERSION"},
                                                 {-108, "NOCHILDRENFOREPHEMERALS"},
                                                 {-110, "NODEEXISTS"},
                                                 {-111, "NOTEMPTY"},
                                                 {-112, "SESSIONEXPIRED"},
                                                 {-118, "SESSIONMOVED"}}};

constexpr std::size_t mostParts = 1000; // of a multi

Error malformedRequest() { return {ErrorKind::Protocol, "a request of ZooKeeper's protocol is malformed", "malformed"}; }

// path, data, acl, kind of node
void readMade(JuteReader &reader, Words &words)
{
    words.emplace_back(reader.text());
    reader.text();
    for (auto left = reader.count(12); left > 0; --left) {
        reader.integer();
        reader.text();
        reader.text();
    }
    const auto kind = reader.integer();
    words.emplace_back(kind >= 0 && static_cast<std::size_t>(kind) < madeKinds.size() ? madeKinds[static_cast<std::size_t>(kind)]
                                                                                      : "UNKNOWN");
}

const ZooRequest *requestOfType(std::int32_t type)
{
    const auto found = std::ranges::find(zooRequests, type, &ZooRequest::type);
    return found == zooRequests.end() ? nullptr : &*found;
}

// A header and a request for each part; the parts' requests end where the next header begins.
void readMulti(JuteReader &reader, Words &words)
{
    for (std::size_t part = 0; part < mostParts; ++part) {
        const auto type = reader.integer();
        const bool done = reader.truth();
        reader.integer();
        if (done || !reader.ok())
            return;
        const auto *const request = requestOfType(type);
        if (request && request->shape == ZooShape::Made) {
            readMade(reader, words);
            if (type == zookeeper::CreateTtl)
                reader.number();
            continue;
        }
        words.emplace_back(reader.text());
        if (type == zookeeper::SetData)
            reader.text();
        reader.integer(); // the version
    }
}

} // namespace

std::optional<QueuePlace> placeIn(std::string_view path)
{
    constexpr std::size_t digits = 10;
    const auto slash = path.rfind('/');
    if (slash == path.npos || slash == 0 || path.size() - slash - 1 < digits)
        return std::nullopt;
    const auto number = path.substr(path.size() - digits);
    if (!std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    return QueuePlace{Bytes(path.substr(0, slash)), Bytes(path.substr(slash + 1)), parseInteger(number).value_or(0)};
}

std::string shownNumber(std::int64_t number)
{
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint64_t>(number), 16).ptr;
    return "0x" + std::string(digits.data(), end);
}

Result<Words> zookeeperWords(std::string_view request, bool connects)
{
    JuteReader reader(request);
    Words words;
    if (connects) {
        reader.integer(); // the protocol's version
        reader.number();  // the last transaction that the client knows of
        const auto timeout = reader.integer();
        const auto session = reader.number();
        words = {"CONNECT", session == 0 ? "new" : shownNumber(session), std::to_string(timeout)};
        reader.text(); // the session's password
        return reader.ok() ? Result<Words>(std::move(words)) : malformedRequest();
    }
    reader.integer(); // xid
    const auto type = reader.integer();
    const auto *const known = requestOfType(type);
    words.emplace_back(known ? std::string(known->name) : "TYPE" + std::to_string(type));
    const auto shape = known ? known->shape : ZooShape::Nothing;
    if (shape == ZooShape::Path)
        words.emplace_back(reader.text());
    else if (shape == ZooShape::Made)
        readMade(reader, words);
    else if (shape == ZooShape::Multi)
        readMulti(reader, words);
    return reader.ok() ? Result<Words>(std::move(words)) : malformedRequest();
}

std::vector<Bytes> zookeeperKeys(const Words &words)
{
    std::vector<Bytes> keys;
    const auto add = [&](std::string_view key) {
        if (!key.empty() && std::ranges::find(keys, key) == keys.end())
            keys.emplace_back(key);
    };
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
        if (!word->starts_with('/'))
            continue;
        const auto place = placeIn(*word);
        const bool gets = word + 1 != words.end() && (word + 1)->find("_SEQUENTIAL") != Bytes::npos; // its number
        if (place || gets)
            add(std::string_view(*word).substr(0, word->rfind('/')));
        if (!gets)
            add(*word);
    }
    return keys;
}

bool makesLockNode(const Words &words)
{
    return std::any_of(words.begin() + 1, words.end(), [](const Bytes &word) {
        return word == "EPHEMERAL" || word.starts_with("EPHEMERAL_") || word.starts_with("PERSISTENT_SEQUENTIAL");
    });
}

std::optional<ZookeeperReply> zookeeperReply(std::string_view reply)
{
    JuteReader message(reply);
    JuteReader reader(message.text());
    ZookeeperReply read;
    read.xid = reader.integer();
    read.connects = message.ok() && read.xid == 0; // the version of the protocol; no request has the number 0
    if (read.connects) {
        read.timeout = reader.integer();
        read.session = reader.number();
    } else {
        read.zxid = reader.number();
        read.error = reader.integer();
    }
    return message.ok() && reader.ok() ? std::optional(read) : std::nullopt;
}

std::string shown(const ZookeeperReply &reply)
{
    if (reply.connects && reply.timeout <= 0)
        return "the session is over";
    if (reply.connects)
        return "session " + shownNumber(reply.session) + ", " + std::to_string(reply.timeout) + " ms";
    auto zxid = "zxid " + shownNumber(reply.zxid);
    if (reply.error == 0)
        return zxid;
    const auto found = std::ranges::find(zooErrors, reply.error, &ZooError::code);
    return (found == zooErrors.end() ? "error " + std::to_string(reply.error) : std::string(found->name)) + ", " + zxid;
}

} // namespace lockcore
