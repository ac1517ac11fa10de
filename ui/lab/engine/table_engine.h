// SPDX-License-Identifier: MIT
// What plays the many runs of a table for the room: a suite or a sweep. The real one (PoolTableEngine) has threads of its own; tests pass
// another one. GUI thread; all signals come there.
#pragma once

#include "ui/runs/suite.h"
#include "ui/runs/sweep_result.h"

#include <QObject>

namespace lockscope {

struct TableOrder
{
    enum class Kind { Suite, Sweep };

    Kind kind = Kind::Suite;
    std::vector<lockcore::Scenario> scenarios; ///< of a suite
    std::string protocol;                      ///< of a sweep with built-in workers
    std::vector<std::string> command;          ///< of the workers; empty: built-in ones. Shown to the person before it is run
};

class TableEngine : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TableEngine)

public:
    using QObject::QObject;
    ~TableEngine() override = default;

    virtual void play(TableOrder order) = 0; ///< not while another one is under way
    virtual void stop() = 0;                 ///< ends what is under way; what was not played stays so

signals:
    void suiteChanged(const lockscope::SuiteResult &soFar);
    void sweepChanged(const lockscope::SweepResult &soFar);
    void told(const QString &progress); ///< what it does before there are rows; empty: nothing to say
    void ended();                       ///< everything was played, or it was stopped
};

} // namespace lockscope
