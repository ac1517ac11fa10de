// SPDX-License-Identifier: MIT
#include "support/fake_releases.h"

#include "lockcore/monitor/reading/classifier.h"

#include "support/fake_changes.h"

#include <algorithm>

namespace fake {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto now = 6300ms; // since the beginning of the scene

Value valueOf(const LockInfo &lock)
{
    Value value;
    if (lock.library == "redisson") {
        value.type = ValueType::Hash;
        for (const auto &holder : lock.holders)
            value.elements.emplace_back(holder.owner, std::to_string(holder.count));
        value.length = static_cast<std::int64_t>(value.elements.size());
    } else {
        value.type = ValueType::String;
        value.text = lock.holders.front().owner;
        value.length = static_cast<std::int64_t>(value.text.size());
    }
    return value;
}

LockMatch matchFor(const LockInfo &lock, const KeySnapshot &look)
{
    static const Classifier classifier;
    auto match = classifier.classify(look, {});
    if (!match || match->library != lock.library)
        match = LockMatch();
    static_cast<Recognition &>(*match) = lock;
    return *std::move(match);
}

} // namespace

ReleasePlan planOf(const ReleaseRequest &wish, const LockInfo &lock)
{
    ReleasePlanInput order;
    order.wish = wish;
    order.look.id = wish.id;
    order.look.at = serverTime(now);
    order.look.value = valueOf(lock);
    order.look.deadline = lock.deadline;
    order.match = matchFor(lock, order.look);
    order.lock = lock;
    return planFor(std::move(order), {});
}

ReleaseReport reportOf(const ReleasePlanInput &order, ReleaseOutcome outcome)
{
    ReleaseReport report;
    report.order = order;
    report.outcome = outcome;
    report.auditFile = "/home/ann/.local/state/lockscope/releases.jsonl";
    if (report.done())
        report.at = serverTime(now + 2s);
    if (outcome == ReleaseOutcome::Changed)
        report.changed = Difference::Owner;
    return report;
}

void Desk::plan(RequestId id, const ReleaseRequest &wish)
{
    wishes.push_back(wish);
    wishIds.push_back(id);
    if (answersPlans)
        answerPlan(wishes.size() - 1);
}

void Desk::answerPlan(std::size_t wish)
{
    const auto wanted = wishes[wish];
    const auto found = std::ranges::find(locks, wanted.id, &LockInfo::id);
    if (found != locks.end()) {
        emit planned(wishIds[wish], planOf(wanted, *found));
        return;
    }
    ReleasePlan plan;
    plan.order.wish = wanted;
    plan.hindrance = ReleasePlan::Hindrance{ReleaseOutcome::NotThere, "there is nothing under this key"};
    emit planned(wishIds[wish], plan);
}

void Desk::preview(RequestId id, const LockId &lock)
{
    const auto found = std::ranges::find(locks, lock, &LockInfo::id);
    if (found == locks.end())
        return;
    ReleaseRequest wish;
    wish.id = lock;
    emit planned(id, planOf(wish, *found));
}

void Desk::release(RequestId id, const ReleasePlanInput &order)
{
    orders.push_back(order);
    orderIds.push_back(id);
}

void Desk::report(std::size_t order, ReleaseOutcome outcome) { emit reported(orderIds[order], reportOf(orders[order], outcome)); }

void Desk::watch(std::size_t order, Aftermath how)
{
    ReleaseAftermath aftermath;
    aftermath.order = orders[order];
    aftermath.how = how;
    aftermath.watched = 20s;
    if (how == Aftermath::Resurrected)
        aftermath.holders = orders[order].match.holders;
    if (how == Aftermath::NewOwner)
        aftermath.holders = {{"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31", 1, Mode::Exclusive, {}, {}}};
    if (!aftermath.holders.empty())
        aftermath.at = serverTime(now + 4s);
    emit watched(orderIds[order], aftermath);
}

} // namespace fake
