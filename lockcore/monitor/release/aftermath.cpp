// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/aftermath.h"

#include "lockcore/monitor/release/release_finding.h"

#include <algorithm>
#include <functional>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto lookPeriod = 100ms;

// If others held the lock together with the freed holder, only the freed holder's return is reported: a new holder cannot be distinguished
// from those that remain.
Aftermath judge(const ReleaseReport &report, const KeySnapshot &look, const Classifier &classifier, std::vector<Holder> &holders)
{
    if (!look.value.exists())
        return Aftermath::StillFree;
    const auto &order = report.order;
    auto around = order.around;
    around.scores = order.match.scores; // the scores of all members may have passed meanwhile
    auto found = releaseFinding(order.wish, look, around, classifier);
    std::erase_if(found.holders, [&](const Holder &holder) { return holder.deadline && *holder.deadline <= look.at; });
    // The lock may have been recognised only by its subscribers. A string that does not name its owner (a count of permits) remains when
    // all holders are free.
    const auto &seen = order.look.value;
    const bool byOwner =
        seen.type == ValueType::String && std::ranges::find(order.match.holders, seen.text, &Holder::owner) != order.match.holders.end();
    if (byOwner && found.holders.empty() && look.value.type == ValueType::String && look.value.whole()
        && !classifier.isNoLock(look, around))
        found.holders.push_back({look.value.text, 1, Mode::Exclusive, {}, {}});
    const auto wasFreed = [&](const Holder &holder) {
        return std::ranges::any_of(report.freed, [&](const Holder &freed) { return freed.owner == holder.owner; });
    };
    bool othersStay = false;
    for (const auto &holder : order.match.holders) {
        const bool here =
            std::ranges::any_of(found.holders, [&](const Holder &now) { return now.owner == holder.owner && !now.owner.empty(); });
        if (here && wasFreed(holder)) {
            holders = found.holders;
            std::erase_if(holders, std::not_fn(wasFreed));
            return Aftermath::Resurrected;
        }
        othersStay = othersStay || !wasFreed(holder);
    }
    if (othersStay)
        return Aftermath::NotWatched;
    if (found.holders.empty())
        return Aftermath::StillFree;
    holders = found.holders;
    return Aftermath::NewOwner;
}

} // namespace

Task<ReleaseAftermath> watchAftermath(ReleaseConnection &connection, ReleaseReport report, const Classifier &classifier, Clock &clock)
{
    const auto &order = report.order;
    ReleaseAftermath aftermath;
    aftermath.order = order;
    if (!report.done() || order.wish.action != ReleaseAction::Release || order.match.holders.empty())
        co_return aftermath;
    if (const auto opened = co_await connection.open(); !opened) {
        aftermath.error = opened.error();
        co_return aftermath;
    }
    const auto begin = clock.now();
    const auto end = begin + watchTime(order);
    while (aftermath.how == Aftermath::NotWatched) {
        const auto look = co_await connection.look(order.wish);
        aftermath.watched = std::chrono::duration_cast<Milliseconds>(clock.now() - begin);
        if (!look) {
            aftermath.error = look.error();
            co_return aftermath;
        }
        const auto how = judge(report, *look, classifier, aftermath.holders);
        if (how == Aftermath::NewOwner || how == Aftermath::Resurrected) {
            aftermath.how = how;
            aftermath.at = look->at;
        } else if (clock.now() >= end) {
            aftermath.how = how;
            break;
        } else {
            co_await clock.after(std::min<Duration>(lookPeriod, end - clock.now()));
        }
    }
    co_return aftermath;
}

} // namespace lockcore
