// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_finding.h"

#include "lockcore/monitor/reading/ladder.h"

namespace lockcore {

LockMatch releaseFinding(const ReleaseRequest &wish, const KeySnapshot &look, const RecognitionContext &around,
                         const Classifier &classifier)
{
    if (auto match = classifier.classify(look, around))
        return *std::move(match);
    if (wish.action == ReleaseAction::DropDeadHead) {
        if (auto match = Classifier::queueLeftBehind(look))
            return *std::move(match);
    }
    LockMatch match;
    const auto &value = look.value;
    if (classifier.isNoLock(look, around))
        return match;
    if (value.type == ValueType::String && value.whole() && wish.owners == std::vector{value.text}) {
        match.library = unknownLibrary;
        match.ownerScope = OwnerScope::Unknown;
        match.holders.push_back({value.text, 1, Mode::Exclusive, {}, {}});
    }
    return match;
}

} // namespace lockcore
