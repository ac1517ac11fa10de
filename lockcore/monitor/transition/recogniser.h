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
    using OwnerHasAnother = std::function<bool(const LockId &id, const Finding &finding)>;

    Recogniser(const Classifier &classifier, OwnerHasAnother ownerHasAnother)
        : m_classifier(classifier)
        , m_ownerHasAnother(std::move(ownerHasAnother))
    { }

    /// The lock, with the holders and the deadlines that are known. `before`: it at the last look, null if there was none; `around`:
    /// with what watching has shown; `oneWrite`: since then, or since it was free, nobody else can have written and left; `classified`: by
    /// the classifier, if that has been done.
    std::optional<Finding> recognise(const Look &look, const Snapshot *before, const Surroundings &around, bool oneWrite,
                                     std::optional<Classified> classified, Lazy<NamesPast> &past) const;

    /// The lock of the last look, in other surroundings; nothing if what is kept of that look does not name its library any more.
    std::optional<Finding> recogniseAgain(const Snapshot &last, Surroundings around) const;

private:
    std::optional<Finding> classify(const Look &look, const Snapshot *before, Surroundings around,
                                    std::optional<Classified> classified = {}) const;
    std::optional<Finding> withoutItsTtl(Look look, const Surroundings &around, const Snapshot &before) const;
    void decideScores(const Look &look, bool taken, Surroundings around, Finding &finding, Lazy<NamesPast> &past) const;

    const Classifier &m_classifier;
    const OwnerHasAnother m_ownerHasAnother;
};

} // namespace lockcore
