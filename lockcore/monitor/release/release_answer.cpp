// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_answer.h"

#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"

namespace lockcore {

namespace {

void takeError(const Error &error, ReleaseReport &report)
{
    if (isRetyped(error)) {
        report.outcome = ReleaseOutcome::Changed; // the script failed at a read, and the first change comes after all reads
        report.changed = Difference::Type;
    } else {
        report.outcome = ReleaseOutcome::NotPermitted;
        report.error = error;
    }
}

} // namespace

void takeAnswer(const Reply &reply, ReleaseReport &report)
{
    if (reply.isError()) {
        takeError(scriptError(reply.toError()), report);
        return;
    }
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
        report.error = Error{ErrorKind::Protocol, "unexpected reply: " + elidedInMiddle(toString(reply), 200), "malformed"};
    }
}

} // namespace lockcore
