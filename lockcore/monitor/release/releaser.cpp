// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/releaser.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/release/aftermath.h"
#include "lockcore/monitor/release/audit_record.h"
#include "lockcore/monitor/release/release_answer.h"
#include "lockcore/monitor/release/release_finding.h"
#include "lockcore/monitor/release/release_transaction.h"
#include "lockcore/redis/redirection.h"

namespace lockcore {

namespace {

ReleasePlan hindered(ReleaseRequest wish, Error error)
{
    ReleasePlan plan;
    plan.order.wish = std::move(wish);
    plan.hindrance = ReleasePlan::Hindrance{ReleaseOutcome::NotPermitted, error.text};
    if (!isTooLarge(error))
        plan.hindrance->error = std::move(error);
    return plan;
}

// Where the lock is already, if its slot is being moved.
std::optional<HostPort> importerIn(const ReleasePlan &plan, const Endpoint &asked)
{
    if (!plan.hindrance || !plan.hindrance->error || !plan.hindrance->error->is("ASK"))
        return std::nullopt;
    const auto redirection = redirectionIn(*plan.hindrance->error, {asked.host, asked.port});
    return redirection ? std::optional(redirection->to) : std::nullopt;
}

void takeHindrance(const ReleasePlan::Hindrance &hindrance, ReleaseReport &report)
{
    report.outcome = hindrance.outcome;
    report.error = hindrance.error;
    if (!report.error && report.outcome == ReleaseOutcome::NotPermitted)
        report.error = Error{ErrorKind::Refused, hindrance.text, {}};
}

} // namespace

Releaser::Releaser(Endpoint endpoint, Options options, const Classifier &classifier, EventLoop &loop, Clock &clock)
    : m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
    , m_classifier(classifier)
    , m_loop(loop)
    , m_clock(clock)
{ }

ReleaseConnection Releaser::newConnection() const { return {m_endpoint, m_options.timeout, m_classifier, m_loop, m_clock}; }

std::optional<Endpoint> Releaser::importerOf(const ReleasePlanInput &order) const
{
    return order.importer && m_options.nodeAt ? std::optional(m_options.nodeAt(*order.importer)) : std::nullopt;
}

ReleaseConnection Releaser::connectionFor(const ReleasePlanInput &order) const
{
    return {m_endpoint, m_options.timeout, m_classifier, m_loop, m_clock, importerOf(order)};
}

Task<ReleasePlan> Releaser::plan(ReleaseRequest wish, RecognitionContext around, std::optional<LockInfo> known)
{
    auto here = planAt(std::nullopt, wish, around, known);
    auto plan = co_await here;
    const auto importer = m_options.nodeAt ? importerIn(plan, m_endpoint) : std::nullopt;
    if (!importer)
        co_return plan;
    auto there = planAt(importer, std::move(wish), std::move(around), std::move(known));
    co_return co_await there;
}

Task<ReleasePlan> Releaser::planAt(std::optional<HostPort> importer, ReleaseRequest wish, RecognitionContext around,
                                   std::optional<LockInfo> known)
{
    ReleasePlanInput order;
    order.importer = std::move(importer);
    auto connection = connectionFor(order);
    if (const auto opened = co_await connection.open(); !opened)
        co_return hindered(std::move(wish), opened.error());
    auto look = co_await connection.look(wish);
    if (!look)
        co_return hindered(std::move(wish), look.error());
    co_await connection.readSurroundings(wish.id.key, around);
    order.match = releaseFinding(wish, *look, around, m_classifier);
    order.around = std::move(around);
    if (known)
        order.lock = *std::move(known);
    order.lock.id = wish.id;
    static_cast<Recognition &>(order.lock) = order.match;
    order.lock.deadline = look->deadline;
    if (!order.lock.waiters.known())
        order.lock.waiters = order.match.waiters;
    order.wish = std::move(wish);
    order.look = *std::move(look);
    auto plan = planFor(order, connection.server());
    if (plan.unread.empty())
        co_return plan;
    if (const auto read = co_await connection.readLeases(plan.unread, order.look); !read)
        co_return hindered(std::move(order.wish), read.error());
    co_return planFor(std::move(order), connection.server());
}

Task<ReleaseReport> Releaser::release(ReleasePlanInput order, bool dry)
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
    const auto importer = importerOf(report.order);
    AuditRecord record(dry ? std::nullopt : std::optional(*std::move(audit)), importer ? *importer : m_endpoint, report);
    auto connection = connectionFor(report.order);
    if (const auto opened = co_await connection.open(); !opened) {
        report.error = opened.error();
    } else {
        auto plan = planFor(report.order, connection.server());
        if (!plan.unread.empty())
            plan.hindrance = {ReleaseOutcome::NotPermitted, "the leases of its holds were not read, so they cannot be compared"};
        if (plan.hindrance)
            takeHindrance(*plan.hindrance, report);
        else if (const auto written = record.writeIntent(); !written)
            report.error = written.error();
        else
            co_await run(connection, std::move(plan), report);
        co_await lookAfterwards(connection, report);
    }
    record.write();
    co_return report;
}

Task<void> Releaser::run(ReleaseConnection &connection, ReleasePlan plan, ReleaseReport &report)
{
    report.freesAll = plan.freesAll;
    report.freed = plan.freed;
    const auto words = plan.command(report.dry);
    report.ran = redisCliLine(words);
    report.outcome = ReleaseOutcome::Unknown; // valid until the answer arrives
    const auto reply = co_await connection.connection().command(words);
    if (!reply) {
        report.outcome = report.dry ? ReleaseOutcome::NotPermitted : ReleaseOutcome::Unknown;
        report.error = reply.error();
    } else if (reply->isError() && isCommandRefused(reply->toError())) {
        // The server does not permit scripts, or one command in our script. Use a transaction: there the server says which command it
        // refuses.
        report.outcome = ReleaseOutcome::NotPermitted;
        const std::function<Task<Result<ReleasePlan>>()> replan = [&] { return replanned(connection, report.order); };
        co_await releaseByTransaction(connection.connection(), plan, replan, report);
    } else {
        takeAnswer(*reply, report);
    }
}

// Plans again with the current data, after the guards have found everything unchanged.
Task<Result<ReleasePlan>> Releaser::replanned(ReleaseConnection &connection, ReleasePlanInput order)
{
    auto look = co_await connection.look(order.wish, true);
    if (!look)
        co_return look.error();
    order.look = *std::move(look);
    co_return planFor(std::move(order), connection.server());
}

// Reads the current data if they differ from what was seen, or if the outcome is unknown. Reconnects first if an answer was lost, or if a
// WATCH would abort the look.
Task<void> Releaser::lookAfterwards(ReleaseConnection &connection, ReleaseReport &report)
{
    if (report.outcome != ReleaseOutcome::Changed && report.outcome != ReleaseOutcome::Unknown)
        co_return;
    if (report.outcome == ReleaseOutcome::Unknown || report.byTransaction) {
        if (const auto opened = co_await connection.open(); !opened)
            co_return;
    }
    auto look = co_await connection.look(report.order.wish);
    if (!look)
        co_return;
    report.holdersNow = releaseFinding(report.order.wish, *look, report.order.around, m_classifier).holders;
    report.now = *std::move(look);
}

Task<ReleaseAftermath> Releaser::watch(ReleaseReport report)
{
    auto connection = connectionFor(report.order);
    co_return co_await watchAftermath(connection, std::move(report), m_classifier, m_clock);
}

} // namespace lockcore
