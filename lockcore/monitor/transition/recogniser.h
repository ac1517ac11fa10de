// SPDX-License-Identifier: MIT
// What a look shows of a lock, with what was seen under its name before: a lock remains the same one while its lease, its TTL or its library
// is in doubt. No I/O, no clock; one thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/transition/key_history.h"

#include <functional>

namespace lockcore {

class Recogniser
{
public:
    /// Does the owner of this lock, as it is found, have another lock of the same prefix?
    using OwnerHasAnother = std::function<bool(const LockId &id, const LockMatch &match)>;

    Recogniser(const Classifier &classifier, OwnerHasAnother ownerHasAnother)
        : m_classifier(classifier)
        , m_ownerHasAnother(std::move(ownerHasAnother))
    { }

    /// The lock, with the holders and the deadlines that are known. `before`: it at the last look, null if there was none; `around`:
    /// with what watching has shown; `oneWrite`: since then, or since it was free, nobody else can have written and left; `classified`: by
    /// the classifier, if that has been done.
    std::optional<LockMatch> recognise(const KeySnapshot &look, const LockSnapshot *before, const RecognitionContext &around, bool oneWrite,
                                       std::optional<Classified> classified, Lazy<NamesPast> &past) const;

    /// The lock of the last look, in other surroundings; nothing if what is kept of that look does not name its library any more.
    std::optional<LockMatch> recogniseAgain(const LockSnapshot &last, RecognitionContext around) const;

private:
    std::optional<LockMatch> classify(const KeySnapshot &look, const LockSnapshot *before, RecognitionContext around,
                                      std::optional<Classified> classified = {}) const;
    std::optional<LockMatch> withoutItsTtl(KeySnapshot look, const RecognitionContext &around, const LockSnapshot &before) const;
    void decideScores(const KeySnapshot &look, bool taken, RecognitionContext around, LockMatch &match, Lazy<NamesPast> &past) const;

    const Classifier &m_classifier;
    const OwnerHasAnother m_ownerHasAnother;
};

} // namespace lockcore
