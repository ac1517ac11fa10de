// SPDX-License-Identifier: MIT
// celery-singleton: `SINGLETONLOCK_<md5>` holds the id of the Celery task. Reference, §4.
#include "monitor/formats/example_looks.h"
#include "monitor/formats/grammar.h"
#include "monitor/formats/string_locks.h"

namespace lockcore {

namespace {

constexpr std::string_view library = "celery-singleton";
constexpr std::string_view infix = "SINGLETONLOCK_";

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const std::string_view key = look.id.key;
    const auto at = key.rfind(infix);
    const auto text = stringlock::textOf(look);
    if (!text || at == key.npos || !grammar::isHex(key.substr(at + infix.size()), 32) || !grammar::isUuid4(*text))
        return std::nullopt;
    auto finding = stringlock::finding(library, "unique task", 4, look);
    finding.kind = LockKind::JobLock;
    finding.why = {"the name ends with SINGLETONLOCK_<md5> and the value is the id of a task",
                   "a mark against queueing a task twice: it stays until the task has run"};
    finding.holders.front().facts.push_back({"task", std::string(*text)});
    finding.leaseRule = LeaseRule::NeverByDesign;
    finding.waiters = stringlock::nobodyWaits("its callers do not wait");
    return finding;
}

constexpr auto key = "SINGLETONLOCK_9e107d9d372bb6826bd81d3542a419d6";
constexpr auto task = "5f1c2f5e-6f0a-4a3e-8f6b-0a1b2c3d4e5f";

Example taskExample()
{
    Finding expected;
    expected.library = "celery-singleton";
    expected.kind = LockKind::JobLock;
    expected.variant = "unique task";
    expected.confidence = 4;
    expected.why = {"the name ends with SINGLETONLOCK_<md5> and the value is the id of a task",
                    "a mark against queueing a task twice: it stays until the task has run"};
    expected.holders = {{task, 1, Mode::Exclusive, {}, {{"task", task}}}};
    expected.leaseRule = LeaseRule::NeverByDesign;
    expected.waiters.knowledge = Waiters::Knowledge::Exact;
    expected.waiters.why = "its callers do not wait";
    return {"a task that is queued or running", example::look(key, example::string(task)), {}, expected};
}

std::span<const Example> examples()
{
    static const std::vector<Example> all = {
        taskExample(),
        {"no md5 in the name", example::look("SINGLETONLOCK_mail", example::string(task)), {}, {}},
        {"no task id", example::look(key, example::string("1")), {}, {}},
        {"more behind the md5", example::look(std::string(key) + ":x", example::string(task)), {}, {}},
    };
    return all;
}

} // namespace

extern const Format celerySingletonFormat;
const Format celerySingletonFormat = {
    .library = library,
    .names = {"*SINGLETONLOCK_*"},
    .types = {ValueType::String},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = 10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
    .releaseWarnings = {{ReleaseWarning::Kind::DeletesNextOwners, "celery-singleton releases without looking whose the lock is"},
                        {ReleaseWarning::Kind::JobRunsTwice, "the task can be queued again while it is at work"}},
};

} // namespace lockcore
