// SPDX-License-Identifier: MIT
#include "support/fake_releases.h"

#include "lockcore/monitor/reading/classifier.h"

#include "support/fake_changes.h"

#include <algorithm>

namespace fake {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto now = 6300ms; // since the scene's beginning

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

Finding findingOf(const LockInfo &lock, const Look &look)
{
    static const Classifier classifier;
    auto finding = classifier.classify(look, {});
    if (!finding || finding->library != lock.library)
        finding = Finding();
    static_cast<Recognition &>(*finding) = lock;
    return *std::move(finding);
}

} // namespace

ReleasePlan planOf(const ReleaseWish &wish, const LockInfo &lock)
{
    ReleaseOrder order;
    order.wish = wish;
    order.look.id = wish.id;
    order.look.at = serverTime(now);
    order.look.value = valueOf(lock);
    order.look.deadline = lock.deadline;
    order.finding = findingOf(lock, order.look);
    order.lock = lock;
    return planFor(std::move(order), {});
}

ReleaseReport reportOf(const ReleaseOrder &order, ReleaseOutcome outcome)
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

void ReleaseSource::planRelease(const ReleaseWish &wish)
{
    wishes.push_back(wish);
    if (answersPlans)
        answerPlan(wish);
}

void ReleaseSource::answerPlan(const ReleaseWish &wish)
{
    const auto found = std::ranges::find(locks, wish.id, &LockInfo::id);
    if (found != locks.end()) {
        emit releasePlanned(planOf(wish, *found));
        return;
    }
    ReleasePlan plan;
    plan.order.wish = wish;
    plan.hindrance = ReleasePlan::Hindrance{ReleaseOutcome::NotThere, "there is nothing under this key"};
    emit releasePlanned(plan);
}

void ReleaseSource::previewRelease(const LockId &id)
{
    const auto found = std::ranges::find(locks, id, &LockInfo::id);
    if (found == locks.end())
        return;
    ReleaseWish wish;
    wish.id = id;
    emit releasePreviewed(planOf(wish, *found));
}

void ReleaseSource::watched(Aftermath how)
{
    ReleaseAftermath aftermath;
    aftermath.order = orders.back();
    aftermath.how = how;
    aftermath.watched = 20s;
    if (how == Aftermath::Resurrected)
        aftermath.holders = orders.back().finding.holders;
    if (how == Aftermath::NewOwner)
        aftermath.holders = {{"0d2e4f60-1a2b-4c3d-9e8f-a0b1c2d3e4f5:31", 1, Mode::Exclusive, {}, {}}};
    if (!aftermath.holders.empty())
        aftermath.at = serverTime(now + 4s);
    emit releaseWatched(aftermath);
}

} // namespace fake
