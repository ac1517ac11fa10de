// SPDX-License-Identifier: MIT
// The result of *Check my lock*: what self-test, stories, sweep and hunt together show about one lock library. Terminal, JSON, JUnit, the
// page and the window are each made of it. Values without text for people, except what the judge and the workers said; any thread.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/judge/verdict.h"

#include <QMetaType>
#include <QString>

#include <array>
#include <optional>

namespace lockscope {

/// The word for a property or a pitfall. The first needs attention most.
enum class CheckWord {
    Broken,    ///< a run proves it
    NoLockCan, ///< it happened, and no lock prevents it: after the lease, or because somebody took the lock away
    NotTested, ///< `reason` says why
    Kept,      ///< put to the test, and not broken in any run
};

/// A run, and what the judge said about it.
struct CheckProof
{
    std::string sentence;
    std::vector<std::uint64_t> events; ///< numbers of the entries that prove it
    std::string run;                   ///< name of the story, `sweep …` or `hunt`
    QString folder;                    ///< empty: the run was not kept
    bool operator==(const CheckProof &) const = default;
};

/// Why something was not put to the test. The first is the nearest to a test.
struct CheckReason
{
    enum class Kind {
        Inconclusive, ///< `text`: the judge's reason
        DidNotHappen, ///< `text`: the conditions of the story that were not met
        NotExercised, ///< `text`: the judge's reason
        OtherBroken,  ///< `text`: what its story broke instead
        TooLong,      ///< the library's own lease is longer than a run of the sweep
        NoLease,      ///< by design its locks have no lease unless one is given, so a crash leaves one for ever
        Failed,       ///< `text`: the error that ended the run
        NotPlayed,    ///< `text`: why not; empty: not yet
        Skipped,      ///< `text`: the capabilities that the worker lacks, or why the library cannot be asked for it
        NoStory,      ///< no story of the Lab is about it
        Beyond,       ///< more than the hunt ever brings together; `text`: what else it never does
    };
    Kind kind = Kind::NoStory;
    std::string text, run;
    bool isOpen = false; ///< it applies to this library, and another run may decide it
    bool operator==(const CheckReason &) const = default;
};

/// The result for one property or one pitfall.
struct CheckItem
{
    std::string name; ///< of a property as in JSON, or a pitfall's code
    CheckWord word = CheckWord::NotTested;
    bool fails = false;                ///< broken, and it must hold or was promised
    std::size_t runs = 0;              ///< how many runs show the word; of NotTested 0
    std::optional<CheckProof> proof;   ///< of Broken and NoLockCan
    std::optional<CheckReason> reason; ///< of NotTested
    bool operator==(const CheckItem &) const = default;
};

/// A story or a cell of the sweep that was not, or not completely, put to the test.
struct CheckGap
{
    std::string run;
    QString folder;
    CheckReason reason;
    bool operator==(const CheckGap &) const = default;
};

struct CheckPart
{
    enum class Kind { Selftest, Stories, Sweep, Hunt, Retry };
    enum class State { Waits, Plays, Done, Stopped, Failed };

    Kind kind = Kind::Selftest;
    State state = State::Waits;
    std::int64_t done = 0, planned = 0; ///< rules of the self-test, or runs; `planned` 0: not known
    lockcore::Milliseconds took{0};
    std::string failure; ///< why it ended early
    bool operator==(const CheckPart &) const = default;
};

struct Check
{
    std::vector<std::string> command; ///< that starts a worker
    std::string library, server;      ///< with their versions; empty: not known yet
    std::uint64_t seed = 0;
    lockcore::Milliseconds took{0};
    QString folder; ///< contains the folders of all runs
    std::vector<CheckPart> parts;
    std::vector<CheckProof> mistakes; ///< rules of the worker protocol that the worker broke, in the self-test or in a run
    std::vector<CheckItem> properties, pitfalls;
    std::vector<CheckGap> gaps;
    bool stopped = false;                 ///< by a person
    std::optional<lockcore::Error> error; ///< nothing could be played
    bool operator==(const Check &) const = default;
};

bool isRunning(const Check &check);
bool fails(const Check &check);  ///< something is broken that must hold or was promised, or the worker broke a rule
bool isOpen(const Check &check); ///< something that applies stayed inconclusive, or it was stopped
std::size_t countOf(const std::vector<CheckItem> &items, CheckWord word);
const CheckPart *playingPart(const Check &check); ///< null: none

std::string toString(const Check &check); ///< for test output: a line for each part, property, pitfall and gap

} // namespace lockscope

namespace lockcore {

template <>
inline constexpr std::array<std::string_view, 4> wordsOf<lockscope::CheckWord>{"broken", "no-lock-can", "not-tested", "kept"};
template <>
inline constexpr std::array<std::string_view, 11> wordsOf<lockscope::CheckReason::Kind>{
    "inconclusive", "did-not-happen", "not-exercised", "other-broken", "too-long", "no-lease",
    "failed",       "not-played",     "skipped",       "no-story",     "beyond"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<lockscope::CheckPart::Kind>{"selftest", "stories", "sweep", "hunt", "retry"};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<lockscope::CheckPart::State>{"waits", "plays", "done", "stopped", "failed"};

} // namespace lockcore

Q_DECLARE_METATYPE(lockscope::Check)
