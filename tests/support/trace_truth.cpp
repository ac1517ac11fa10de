// SPDX-License-Identifier: MIT
#include "support/trace_truth.h"

#include "support/awaiting.h"

#include <QtGlobal>

#include <hiredis/hiredis.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

namespace lockcore::test {

namespace {

constexpr std::chrono::milliseconds settling{300}; // for what comes after the last change that is known to come
constexpr std::chrono::seconds patience{3};        // without news, although changes are missing

const char *const compareAndDelete = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const char *const compareAndExpire =
    "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0";

Bytes ownAddress(int descriptor)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(descriptor, reinterpret_cast<sockaddr *>(&address), &size);
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return Bytes(text.data()) + ":" + std::to_string(ntohs(address.sin_port));
}

TrueChange::Kind kindOf(EventType type)
{
    switch (type) {
    case EventType::Acquired:
    case EventType::TakenOver:
    case EventType::Resurrected: return TrueChange::Kind::Taken;
    case EventType::Renewed:
    case EventType::LeaseSet:
    case EventType::LeaseShortened:
    case EventType::LeaseRemoved: return TrueChange::Kind::Renewed;
    default: return TrueChange::Kind::Removed;
    }
}

std::string textOf(const TrueChange &change)
{
    const char *kind = change.kind == TrueChange::Kind::Taken     ? " taken "
                       : change.kind == TrueChange::Kind::Renewed ? " renewed "
                                                                  : " removed ";
    return change.key + kind + change.owner + " by " + change.address;
}

Reply replyFrom(const redisReply *reply)
{
    if (!reply)
        return Reply::error("LOST");
    switch (reply->type) {
    case REDIS_REPLY_INTEGER: return Reply::number(reply->integer);
    case REDIS_REPLY_STRING: return Reply::bulk({reply->str, reply->len});
    case REDIS_REPLY_STATUS: return Reply::status({reply->str, reply->len});
    case REDIS_REPLY_ERROR: return Reply::error({reply->str, reply->len});
    case REDIS_REPLY_ARRAY: {
        std::vector<Reply> elements;
        for (std::size_t i = 0; i < reply->elements; ++i)
            elements.push_back(replyFrom(reply->element[i]));
        return Reply::array(std::move(elements));
    }
    default: return Reply::nil();
    }
}

} // namespace

SourcedClient::SourcedClient(const Endpoint &endpoint, const std::string &host)
    : m_context(nullptr)
    , m_address(endpoint.path)
{
    const bool isUnix = endpoint.transport == Endpoint::Transport::Unix;
    m_context =
        isUnix ? redisConnectUnix(endpoint.path.c_str()) : redisConnectBindNonBlock(endpoint.host.c_str(), endpoint.port, host.c_str());
    if (!m_context || m_context->err)
        qFatal("no connection from %s: %s", host.c_str(), m_context ? m_context->errstr : "");
    if (isUnix)
        return;
    // There is no call that binds and blocks.
    pollfd connected{m_context->fd, POLLOUT, 0};
    ::poll(&connected, 1, 10'000);
    ::fcntl(m_context->fd, F_SETFL, ::fcntl(m_context->fd, F_GETFL) & ~O_NONBLOCK);
    m_context->flags |= REDIS_BLOCK;
    m_address = ownAddress(m_context->fd);
}

SourcedClient::~SourcedClient() { redisFree(m_context); }

Reply SourcedClient::command(const Command &command)
{
    std::vector<const char *> words;
    std::vector<std::size_t> sizes;
    for (const auto &word : command) {
        words.push_back(word.data());
        sizes.push_back(word.size());
    }
    const std::unique_ptr<redisReply, void (*)(void *)> reply(
        static_cast<redisReply *>(redisCommandArgv(m_context, static_cast<int>(words.size()), words.data(), sizes.data())),
        freeReplyObject);
    if (!reply)
        qFatal("a client lost its connection: %s", m_context->errstr);
    return replyFrom(reply.get());
}

Bytes TrueLocks::newOwner()
{
    Bytes owner;
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            owner += '-';
        owner += i == 12 ? '4' : i == 16 ? '9' : "0123456789abcdef"[m_random() % 16];
    }
    return owner;
}

const Bytes &TrueLocks::ownerOf(const Bytes &key) const
{
    static const Bytes none;
    const auto found = m_owners.find(key);
    return found == m_owners.end() ? none : found->second;
}

bool TrueLocks::take(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs)
{
    if (!client.command({"SET", key, owner, "NX", "PX", std::to_string(leaseMs)}).isOk())
        return false;
    m_owners[key] = owner;
    note({TrueChange::Kind::Taken, key, owner, client.address()});
    return true;
}

bool TrueLocks::overwrite(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs, bool isMistake)
{
    const bool isDone = client.command({"SET", key, owner, "PX", std::to_string(leaseMs)}).isOk();
    m_owners[key] = owner;
    note({TrueChange::Kind::Taken, key, owner, client.address(), isMistake});
    return isDone;
}

void TrueLocks::remove(SourcedClient &client, const Bytes &key, const Bytes &mine, bool isMeant)
{
    if (client.command({"DEL", key}).integer == 1)
        note({TrueChange::Kind::Removed, key, m_owners[key], client.address(), !isMeant && m_owners[key] != mine});
}

void TrueLocks::renew(SourcedClient &client, const Bytes &key, const Bytes &mine, int leaseMs, bool isMeant)
{
    if (client.command({"PEXPIRE", key, std::to_string(leaseMs)}).integer == 1)
        note({TrueChange::Kind::Renewed, key, m_owners[key], client.address(), !isMeant && m_owners[key] != mine});
}

void TrueLocks::compareAndRemove(SourcedClient &client, const Bytes &key, const Bytes &owner)
{
    if (client.command({"EVAL", compareAndDelete, "1", key, owner}).integer == 1)
        note({TrueChange::Kind::Removed, key, owner, client.address()});
}

void TrueLocks::compareAndRenew(SourcedClient &client, const Bytes &key, const Bytes &owner, int leaseMs)
{
    if (client.command({"EVAL", compareAndExpire, "1", key, owner, std::to_string(leaseMs)}).integer == 1)
        note({TrueChange::Kind::Renewed, key, owner, client.address()});
}

TraceVerdict judged(const std::vector<TrueChange> &truth, const std::vector<TraceItem> &items)
{
    TraceVerdict verdict;
    std::vector<const TrueChange *> open;
    for (const auto &change : truth) {
        open.push_back(&change);
        verdict.mistakes += change.isMistake;
    }
    verdict.changes = std::ssize(truth);
    for (const auto &item : items) {
        const auto *traced = std::get_if<TracedChange>(&item);
        if (!traced || !traced->change.by)
            continue;
        const auto &event = traced->change.event;
        const TrueChange claimed{kindOf(event.type), event.id.key, event.owner, traced->change.by->address};
        const auto found = std::ranges::find_if(open, [&](const TrueChange *one) {
            return one->kind == claimed.kind && one->key == claimed.key && one->owner == claimed.owner && one->address == claimed.address;
        });
        // Who takes over a lock has also removed the one before.
        const auto isTakeOver = [&](const TraceItem &other) {
            const auto *one = std::get_if<TracedChange>(&other);
            return one && one->change.by && one->change.by->address == claimed.address && one->change.event.time == event.time
                   && one->change.event.id == event.id && kindOf(one->change.event.type) == TrueChange::Kind::Taken;
        };
        if (found == open.end() && claimed.kind == TrueChange::Kind::Removed && std::ranges::any_of(items, isTakeOver))
            continue;
        if (found == open.end()) {
            ++verdict.wrong;
            if (verdict.firstWrong.empty())
                verdict.firstWrong = textOf(claimed) + ": " + toString(event);
            continue;
        }
        ++verdict.right;
        open.erase(found);
    }
    std::map<std::uint64_t, const TraceFinding *> findings; // the last word on each
    for (const auto &item : items) {
        if (const auto *traced = std::get_if<TracedFinding>(&item))
            findings[traced->finding.number] = &traced->finding;
    }
    std::vector<const TrueChange *> mistakes;
    for (const auto &change : truth) {
        if (change.isMistake)
            mistakes.push_back(&change);
    }
    for (const auto &[number, finding] : findings) {
        const auto found = std::ranges::find_if(mistakes, [&](const TrueChange *one) {
            const bool isTaking = finding->kind == TraceFinding::Kind::TakenWhileHeld;
            return one->key == finding->id.key && one->address == finding->by.address && (isTaking || one->owner == finding->owner)
                   && (one->kind == TrueChange::Kind::Taken) == isTaking;
        });
        if (found == mistakes.end()) {
            verdict.falsely += finding->proved;
            continue;
        }
        ++verdict.told;
        verdict.proved += finding->proved;
        mistakes.erase(found);
    }
    return verdict;
}

std::string toString(const TraceVerdict &v)
{
    return std::to_string(v.changes) + " changes, " + std::to_string(v.right) + " right, " + std::to_string(v.wrong) + " wrong; "
           + std::to_string(v.mistakes) + " mistakes, " + std::to_string(v.proved) + " proved, " + std::to_string(v.told) + " told, "
           + std::to_string(v.falsely) + " falsely; " + v.firstWrong;
}

TraceOutcome traced(const Endpoint &endpoint, TraceOptions options, TrueLocks &truth, const std::function<void()> &work)
{
    EventLoop loop;
    LoopClock clock;
    options.time = TraceOptions::mostTime;
    options.limits.maxLoad = 100;
    Tracer tracer(endpoint, std::move(options), loop, clock);
    TraceOutcome outcome;
    QObject::connect(&tracer, &Tracer::found, &tracer,
                     [&](const std::vector<TraceItem> &items) { outcome.items.insert(outcome.items.end(), items.begin(), items.end()); });
    auto plan = Arriving<Result<TracePlan>>(loop, tracer.plan()).get();
    if (!plan)
        qFatal("no plan: %s", plan.error().text.c_str());
    std::atomic<bool> isDone = false;
    std::thread worker;
    QObject::connect(&tracer, &Tracer::status, &tracer, [&](const TraceStatus &status) {
        if (status.unseen > 0 || worker.joinable())
            return;
        worker = std::thread([&] {
            work();
            isDone = true;
        });
    });
    Arriving<Result<TraceReport>> running(loop, tracer.run(*plan));
    if (!eventually([&] { return isDone || running.here(); }))
        qFatal("the work did not end");
    // A slow tracer still has to read what was done: until it has told all, or has nothing more to tell.
    std::size_t known = 0;
    auto news = std::chrono::steady_clock::now();
    eventually([&] {
        const auto now = std::chrono::steady_clock::now();
        if (outcome.items.size() != std::exchange(known, outcome.items.size()))
            news = now;
        const bool isQuiet = now > news + (known < truth.changes().size() ? patience : settling);
        return isQuiet || running.here();
    });
    tracer.stop();
    const auto report = running.get();
    if (worker.joinable())
        worker.join();
    if (!report)
        qFatal("no trace: %s", report.error().text.c_str());
    outcome.report = *report;
    outcome.verdict = judged(truth.changes(), outcome.items);
    return outcome;
}

} // namespace lockcore::test
