// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/releaser.h"

#include "lockcore/locks/redisson_names.h"
#include "lockcore/monitor/formats/string_locks.h"
#include "lockcore/monitor/reading/looker.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/audit.h"
#include "lockcore/monitor/release/release_server.h"
#include "lockcore/monitor/release/release_transaction.h"

#include <algorithm>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto lookPeriod = 100ms; // the pause between looks while it is watched afterwards

ReleasePlan hindered(ReleaseWish wish, Error error)
{
    ReleasePlan plan;
    plan.order.wish = std::move(wish);
    plan.hindrance = ReleasePlan::Hindrance{ReleaseOutcome::NotPermitted, error.text, error};
    return plan;
}

void takeHindrance(const ReleasePlan::Hindrance &hindrance, ReleaseReport &report)
{
    report.outcome = hindrance.outcome;
    report.error = hindrance.error;
    if (!report.error && report.outcome == ReleaseOutcome::NotPermitted)
        report.error = Error{ErrorKind::Refused, hindrance.text, {}};
}

// {'gone'}, {'changed', difference}, {'denied', command}, {'would'}, {'released', seconds, microseconds, told, problem}
void takeAnswer(const Reply &reply, ReleaseReport &report)
{
    const auto word = [&](std::size_t i) { return i < reply.elements.size() ? reply.elements[i].text : Bytes(); };
    const auto what = word(0);
    if (what == "gone") {
        report.outcome = ReleaseOutcome::NotThere;
    } else if (what == "changed") {
        report.outcome = ReleaseOutcome::Changed;
        report.changed = differenceFrom(word(1));
    } else if (what == "denied") {
        report.outcome = ReleaseOutcome::NotPermitted;
        report.error = Error{ErrorKind::Server, "NOPERM this user has no permission for this " + word(1), "NOPERM"};
    } else if (what == "would") {
        report.outcome = ReleaseOutcome::Released;
    } else if (what == "released" && reply.elements.size() >= 5) {
        report.outcome = word(4).empty() ? ReleaseOutcome::Released : ReleaseOutcome::ReleasedUntold;
        report.at = timeFrom(std::span(reply.elements).subspan(1, 2));
        report.told = reply.elements[3].toInteger().value_or(0);
        if (!word(4).empty())
            report.error = scriptError(serverError(word(4)));
    } else {
        report.outcome = ReleaseOutcome::Unknown;
        report.error = Error{ErrorKind::Protocol, "not what was asked for: " + elidedInMiddle(toString(reply), 200), "malformed"};
    }
}

// Recorded whatever happens to the task: one that is cancelled after sending has an unknown outcome.
class Record
{
public:
    Record(std::optional<Audit> audit, const Endpoint &endpoint, ReleaseReport &report)
        : m_audit(std::move(audit))
        , m_endpoint(endpoint)
        , m_report(report)
    { }
    Record(const Record &) = delete;
    Record &operator=(const Record &) = delete;
    ~Record()
    {
        if (m_audit)
            m_report.error = Error{ErrorKind::Cancelled,
                                   m_report.outcome == ReleaseOutcome::Unknown ? "cancelled before it was answered"
                                                                               : "cancelled before anything was sent",
                                   {}};
        write();
    }

    /// Before anything is sent.
    Result<void> writeIntent() { return m_audit ? m_audit->writeIntent(m_report, m_endpoint) : Result<void>(); }

    void write()
    {
        auto audit = std::exchange(m_audit, std::nullopt);
        if (!audit)
            return;
        if (const auto written = audit->writeOutcome(m_report, m_endpoint); written)
            m_report.auditFile = audit->file();
        else if (!m_report.error || m_report.error->detail != "audit") // otherwise it is why the release is impossible
            m_report.auditError = written.error();
    }

private:
    std::optional<Audit> m_audit;
    const Endpoint &m_endpoint;
    ReleaseReport &m_report;
};

} // namespace

Releaser::Releaser(Endpoint endpoint, Options options, const Classifier &classifier, EventLoop &loop, Clock &clock)
    : m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
    , m_classifier(classifier)
    , m_loop(loop)
    , m_clock(clock)
{ }

Task<Result<void>> Releaser::open(Server &server)
{
    ConnectionOptions options;
    options.connectTimeout = m_options.timeout;
    options.commandTimeout = m_options.timeout;
    server.connection = std::make_unique<Connection>(m_endpoint, std::move(options), m_loop, m_clock);
    if (const auto opened = co_await server.connection->open(); !opened)
        co_return opened.error();
    const auto check = co_await checkServer(*server.connection, m_clock);
    if (!check)
        co_return check.error();
    server.facts = releaseServer(check->facts);
    server.way.hasPexpiretime = server.facts.hasPexpiretime;
    co_return Result<void>();
}

Task<Result<Look>> Releaser::lookAt(Server &server, LookRequest request)
{
    Looker looker(*server.connection, m_classifier, server.way);
    co_return co_await looker.look(std::move(request));
}

// A queue of waiters outlives its lock.
Task<Result<Look>> Releaser::lookFor(Server &server, ReleaseWish wish)
{
    LookRequest request;
    request.id = wish.id;
    auto look = co_await lookAt(server, request);
    if (!look || wish.action != ReleaseAction::DropDeadHead || look->value.exists())
        co_return look;
    request.companions = {{redisson::queueKey(wish.id.key), ValueType::List}, {redisson::timeoutKey(wish.id.key), ValueType::Zset}};
    co_return co_await lookAt(server, std::move(request));
}

Task<Result<void>> Releaser::readLeases(Server &server, std::vector<Bytes> keys, Look &look)
{
    Batch batch;
    batch.add({"TIME"});
    for (const auto &key : keys)
        batch.add({server.facts.hasPexpiretime ? "PEXPIRETIME" : "PTTL", key});
    const auto replies = co_await server.connection->send(std::move(batch));
    if (!replies)
        co_return replies.error();
    const auto now = std::chrono::floor<Milliseconds>(timeFrom(replies->front().elements)).time_since_epoch().count();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto &reply = (*replies)[i + 1];
        if (reply.isError())
            co_return reply.toError();
        const auto ends = reply.toInteger().value_or(-2);
        look.leases[keys[i]] = ends >= 0 && !server.facts.hasPexpiretime ? now + std::min(ends, latestTime) : ends;
    }
    co_return Result<void>();
}

// Subscribers distinguish a semaphore, a latch and Spring's registry.
Task<void> Releaser::addChannels(Server &server, Bytes key, Surroundings &around)
{
    Args command = {"PUBSUB", "NUMSUB", redisson::lockChannel(key), redisson::semaphoreChannel(key), redisson::latchChannel(key)};
    for (const auto &step : stringlock::tellSpring(key))
        command.push_back(step.words[1].text);
    const auto reply = co_await server.connection->command(command);
    if (!reply || !reply->isArray())
        co_return; // not permitted: then less is known
    for (std::size_t i = 0; i + 1 < reply->elements.size(); i += 2) {
        if (reply->elements[i + 1].toInteger().value_or(0) > 0)
            around.channels.insert(reply->elements[i].text);
    }
}

Finding Releaser::findingFor(const ReleaseWish &wish, const Look &look, const Surroundings &around) const
{
    if (auto finding = m_classifier.classify(look, around))
        return *std::move(finding);
    Finding finding;
    finding.confidence = 1;
    const auto queue = look.companions.find(redisson::queueKey(wish.id.key));
    if (wish.action == ReleaseAction::DropDeadHead && queue != look.companions.end() && queue->second.type == ValueType::List) {
        finding.format = *std::ranges::find_if(formats(), [](const Format *format) { return format->keepsQueue; });
        finding.library = finding.format->library;
        finding.kind = LockKind::FairLock;
        return finding;
    }
    // Only the person says that it is a lock, and names the key and its exact content.
    const auto &value = look.value;
    if (value.type == ValueType::String && value.whole() && wish.owners == std::vector{value.text}) {
        finding.library = "unknown";
        finding.ownerScope = OwnerScope::Constant;
        finding.holders.push_back({value.text, 1, Mode::Exclusive, {}, {}});
    }
    return finding;
}

Task<ReleasePlan> Releaser::plan(ReleaseWish wish, Surroundings around, std::optional<LockInfo> known)
{
    Server server;
    if (const auto opened = co_await open(server); !opened)
        co_return hindered(std::move(wish), opened.error());
    auto look = co_await lookFor(server, wish);
    if (!look)
        co_return hindered(std::move(wish), look.error());
    co_await addChannels(server, wish.id.key, around);
    ReleaseOrder order;
    order.finding = findingFor(wish, *look, around);
    if (known)
        order.lock = *std::move(known);
    order.lock.id = wish.id;
    static_cast<Recognition &>(order.lock) = order.finding;
    order.lock.deadline = look->deadline;
    if (!order.lock.waiters.known())
        order.lock.waiters = order.finding.waiters;
    order.wish = std::move(wish);
    order.look = *std::move(look);
    auto plan = planFor(order, server.facts);
    if (plan.unread.empty())
        co_return plan;
    if (const auto read = co_await readLeases(server, plan.unread, order.look); !read)
        co_return hindered(std::move(order.wish), read.error());
    co_return planFor(std::move(order), server.facts);
}

Task<ReleaseReport> Releaser::release(ReleaseOrder order, bool dry)
{
    ReleaseReport report;
    report.order = std::move(order);
    report.dry = dry;
    report.outcome = ReleaseOutcome::NotPermitted;
    auto audit = Audit::open(m_options.auditDirectory);
    if (!audit) {
        report.error = audit.error();
        co_return report;
    }
    Record record(dry ? std::nullopt : std::optional(*std::move(audit)), m_endpoint, report);
    Server server;
    if (const auto opened = co_await open(server); !opened) {
        report.error = opened.error();
    } else {
        auto plan = planFor(report.order, server.facts);
        if (!plan.unread.empty())
            plan.hindrance = {ReleaseOutcome::NotPermitted, "the leases of its holds were not read, so they cannot be compared"};
        if (plan.hindrance)
            takeHindrance(*plan.hindrance, report);
        else if (const auto written = record.writeIntent(); !written)
            report.error = written.error();
        else
            co_await run(server, std::move(plan), report);
        co_await lookAfterwards(server, report);
    }
    record.write();
    co_return report;
}

Task<void> Releaser::run(Server &server, ReleasePlan plan, ReleaseReport &report)
{
    report.freesAll = plan.freesAll;
    report.freed = plan.freed;
    const auto words = plan.command(report.dry);
    report.ran = redisCliLine(words);
    report.outcome = ReleaseOutcome::Unknown; // from here until the answer is there
    const auto reply = co_await server.connection->command(words);
    if (!reply) {
        report.outcome = report.dry ? ReleaseOutcome::NotPermitted : ReleaseOutcome::Unknown;
        report.error = reply.error();
    } else if (!reply->isError()) {
        takeAnswer(*reply, report);
    } else if (isCommandRefused(reply->toError())) {
        // Scripts are not permitted here, or one command in ours is not; in a transaction the server says which one.
        report.outcome = ReleaseOutcome::NotPermitted;
        const std::function<Task<Result<ReleasePlan>>()> replan = [&] { return replanned(server, report.order); };
        co_await releaseByTransaction(*server.connection, plan, replan, report);
    } else if (const auto error = scriptError(reply->toError()); isRetyped(error)) {
        report.outcome = ReleaseOutcome::Changed; // it failed at a read: the first change comes after all of them
        report.changed = Difference::Type;
    } else {
        report.outcome = ReleaseOutcome::NotPermitted;
        report.error = error;
    }
}

// With the steps that follow from what is there now, after the guard found everything unchanged.
Task<Result<ReleasePlan>> Releaser::replanned(Server &server, ReleaseOrder order)
{
    const bool wasPlain = std::exchange(server.way.plain, true); // a transaction would end the WATCH
    auto look = co_await lookFor(server, order.wish);
    server.way.plain = wasPlain;
    if (!look)
        co_return look.error();
    order.look = *std::move(look);
    co_return planFor(std::move(order), server.facts);
}

// What is there now, where that is news: it is another than seen, or whether it was released is not known. For that the
// connection is of no use where an answer was lost, or where a WATCH would abort the look.
Task<void> Releaser::lookAfterwards(Server &server, ReleaseReport &report)
{
    if (report.outcome != ReleaseOutcome::Changed && report.outcome != ReleaseOutcome::Unknown)
        co_return;
    if (report.outcome == ReleaseOutcome::Unknown || report.byTransaction) {
        if (const auto opened = co_await open(server); !opened)
            co_return;
    }
    auto look = co_await lookFor(server, report.order.wish);
    if (!look)
        co_return;
    report.holdersNow = findingFor(report.order.wish, *look, {}).holders;
    report.now = *std::move(look);
}

Task<ReleaseAftermath> Releaser::watch(ReleaseReport report)
{
    const auto &order = report.order;
    ReleaseAftermath aftermath;
    aftermath.order = order;
    if (!report.done() || order.wish.action != ReleaseAction::Release || order.finding.holders.empty())
        co_return aftermath;
    Server server;
    if (const auto opened = co_await open(server); !opened) {
        aftermath.error = opened.error();
        co_return aftermath;
    }
    const auto begin = m_clock.now();
    const auto end = begin + watchTime(order);
    while (aftermath.how == Aftermath::NotWatched) {
        const auto look = co_await lookFor(server, order.wish);
        aftermath.watched = std::chrono::duration_cast<Milliseconds>(m_clock.now() - begin);
        if (!look) {
            aftermath.error = look.error();
            co_return aftermath;
        }
        const auto how = judge(report, *look, aftermath.holders);
        if (how != Aftermath::StillFree) {
            aftermath.how = how;
            aftermath.at = look->at;
        } else if (m_clock.now() >= end) {
            aftermath.how = how;
        } else {
            co_await m_clock.after(std::min<Duration>(lookPeriod, end - m_clock.now()));
        }
    }
    co_return aftermath;
}

// If others held it together with the freed holder, only that holder's return is news.
Aftermath Releaser::judge(const ReleaseReport &report, const Look &look, std::vector<Holder> &holders) const
{
    if (!look.value.exists())
        return Aftermath::StillFree;
    const auto &order = report.order;
    auto found = findingFor(order.wish, look, {});
    if (found.holders.empty() && look.value.type == ValueType::String && look.value.whole())
        found.holders.push_back({look.value.text, 1, Mode::Exclusive, {}, {}}); // recognised only by its subscribers, perhaps
    const auto wasFreed = [&](const Holder &holder) {
        return std::ranges::any_of(report.freed, [&](const Holder &freed) { return freed.owner == holder.owner; });
    };
    bool othersStay = false;
    for (const auto &holder : order.finding.holders) {
        const bool here =
            std::ranges::any_of(found.holders, [&](const Holder &now) { return now.owner == holder.owner && !now.owner.empty(); });
        if (here && wasFreed(holder)) {
            holders = found.holders;
            return Aftermath::Resurrected;
        }
        othersStay = othersStay || !wasFreed(holder);
    }
    if (othersStay || found.holders.empty())
        return Aftermath::StillFree;
    holders = found.holders;
    return Aftermath::NewOwner;
}

} // namespace lockcore
