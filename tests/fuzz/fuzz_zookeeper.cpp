// SPDX-License-Identifier: MIT
// Whatever a client, a server or a transaction log says to the Lab: no crash, and pieces make no difference.
#include "fuzz_input.h"
#include "lockcore/lab/zookeeper/zookeeper_framing.h"
#include "lockcore/lab/zookeeper/zookeeper_queues.h"

using namespace lockcore;
using lockcore::test::FuzzInput;
using lockcore::test::must;

namespace {

template <class Framer, class Message>
std::vector<Message> heard(std::string_view stream, std::size_t piece)
{
    std::vector<Message> messages;
    Framer framer;
    for (; !stream.empty(); stream.remove_prefix(std::min(piece, stream.size()))) {
        framer.feed(stream.substr(0, piece));
        for (auto next = framer.next(); next.ok() && *next; next = framer.next())
            messages.push_back(**next);
    }
    return messages;
}

void frame(std::string_view bytes, std::size_t piece)
{
    const auto requests = heard<ZookeeperRequestFramer, Request>(bytes, piece);
    must(requests == heard<ZookeeperRequestFramer, Request>(bytes, bytes.size() + 1), "pieces make no difference");
    for (const auto &request : requests) {
        must(!request.words.empty(), "a request has a name");
        (void)zookeeperKeys(request.words);
        (void)makesLockNode(request.words);
    }
    for (const auto &reply : heard<ZookeeperReplyFramer, ReplyFrame>(bytes, piece)) {
        if (const auto read = zookeeperReply(reply.bytes))
            (void)shown(*read);
    }
}

// The checksums of mutated entries would never fit, so the queues also get transactions that the input makes up.
void follow(std::string_view bytes, FuzzInput &input)
{
    ZookeeperQueues queues;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto entry = zookeeper::logEntry(bytes.substr(at));
        if (!entry.ok() || !*entry)
            break;
        must((*entry)->size > 0, "an entry has bytes");
        at += (*entry)->size;
        (void)queues.take((*entry)->transaction);
    }
    for (int left = 8; left > 0; --left) {
        const auto kind = input.byte();
        ZookeeperTransaction transaction;
        transaction.session = 1 + kind % 3;
        transaction.request = kind % 5;
        transaction.zxid = left;
        transaction.type = kind % 7 == 0 ? zookeeper::CloseSession : zookeeper::Create;
        const Bytes path = "/q/" + std::string(kind % 4 == 0 ? "" : "n-000000000") + std::to_string(kind % 10);
        transaction.changes.push_back({kind % 2 == 0 ? NodeChange::What::Created : NodeChange::What::Removed, path, kind % 6 < 4});
        for (const auto &change : queues.take(transaction))
            must(change.event != entry::KeyEvent::Expired || !change.session.empty(), "only a session's nodes end with one");
    }
    (void)queues.endAll(entry::KeyEvent::LostByServer);
    must(queues.isEmpty() && !queues.awaitsEndings(), "nothing is left");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    FuzzInput input(data, size);
    const auto piece = 1 + input.byte() % 16;
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    frame(bytes.substr(0, 120), piece);
    follow(bytes, input);
    return 0;
}
