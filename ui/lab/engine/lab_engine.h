// SPDX-License-Identifier: MIT
// What plays runs for the room, one by one and as tables of many. The real one (RunPoolEngine) has threads of its own, so that a stall of the window makes no verdict
// inconclusive; tests pass another one. GUI thread; all signals and answers come there.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/redis/endpoint.h"
#include "ui/lab/player/shown_run.h"
#include "ui/report/check.h"
#include "ui/runs/comparison.h"
#include "ui/runs/store_comparison.h"
#include "ui/runs/suite.h"
#include "ui/runs/sweep_result.h"

#include <QObject>

namespace lockscope {

struct LabOrder
{
    lockcore::Scenario scenario;
    std::uint64_t seed = 0;           ///< 0: a new one
    std::vector<std::string> command; ///< of the workers; empty: built-in ones. Shown to the person before it is run
    bool live = false;                ///< by hand: it goes on until the person ends it, or for 10 minutes
    int stretch = 1;                  ///< 1, 10 or 30: all times of the scenario are this many times as long
};

/// A list of runs.
struct TableOrder
{
    enum class Kind { Suite, Sweep, Check, Compare, Stores };

    Kind kind = Kind::Suite;
    std::vector<lockcore::Scenario> scenarios = {}; ///< of a suite; of a comparison: one story with each protocol
    std::string protocol = {};                      ///< of a sweep or a check with built-in workers
    std::vector<std::string> command = {};          ///< as in LabOrder
    lockcore::Store store = lockcore::Store::Redis; ///< that `command` speaks to
    std::string story = {};                         ///< of a comparison: the name of its story
    std::vector<lockcore::Store> stores = {};       ///< that are compared
};

class LabEngine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabEngine)

public:
    using QObject::QObject;
    ~LabEngine() override = default;

    virtual int play(LabOrder order) = 0; ///< the number of the run; its end is told by ended()
    /// Ends it; it is judged as far as it came. In a run by hand the workers finish first, until a second call.
    virtual void stop(int run) = 0;
    /// By hand, in a run that is under way: written into its history like an action of the script. `fault.when` does not count.
    virtual void act(int run, const lockcore::Fault &fault) = 0;

    /// The first server of a run that is under way, with its password, for a Monitor beside it. None: it is not known, or has ended.
    virtual std::optional<lockcore::Endpoint> serverOf(int run) const = 0;

    virtual bool playsTables() const { return false; }
    virtual void playTable(TableOrder) { } ///< not while another one is under way
    virtual void stopTable() { }           ///< ends what is under way; what was not played stays so

signals:
    void began(int run,
               const QString &server); ///< it plays; `server`: a URL of its first server without a password, if it is the Lab's own
    void grew(int run, lockscope::ShownRunPtr shown);  ///< a live run, as far as it has come; not judged. At most ten times a second
    void ended(int run, lockscope::ShownRunPtr shown); ///< also with an error in its report

    void suiteChanged(const lockscope::SuiteResult &soFar);
    void sweepChanged(const lockscope::SweepResult &soFar);
    void checkChanged(const lockscope::Check &soFar);
    void comparisonChanged(const lockscope::ComparisonResult &soFar);
    void storesChanged(const lockscope::StoreComparisonResult &soFar);
    void tableTold(const QString &progress); ///< what it does before there are rows; empty: nothing to say
    void tableEnded();                       ///< everything was played, or it was stopped
};

} // namespace lockscope
