// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/look_step.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

LookStep stepAfter(const LookRequest &request, Result<KeySnapshot> answer, LookRequest::Way way, const Classifier &classifier)
{
    if (!answer) {
        const auto &error = answer.error();
        if (error.kind == ErrorKind::Cancelled) // the server refused another key of the same transaction
            return LookAgain{request};
        if (isOutOfMemory(error) && !way.plain)
            return LookAgain{request, true};
        if (forbidsTransactions(error) && !way.apart)
            return LookAgain{request, false, true};
        const bool alone = !way.plain && !request.needsTransaction(way); // without a transaction, the reply is about this key
        if (error.kind == ErrorKind::Server && isTooLarge(error) && !request.isSuspected() && !alone)
            return LookAgain{request.suspected()};
        if (isCommandRefused(error) && request.asksSizes)
            return LookAgain{request.withoutSizes()};
        if (forbidsCompanions(error) && !request.companions.empty())
            return LookAgain{request.withoutCompanions()};
        return error;
    }
    auto next = nextRequest(request, *answer, classifier);
    if (next != request)
        return LookAgain{std::move(next)};
    return *std::move(answer);
}

} // namespace lockcore
