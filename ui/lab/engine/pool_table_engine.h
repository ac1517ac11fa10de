// SPDX-License-Identifier: MIT
// The TableEngine of the program: everything happens on a thread of its own, the stage, and on those of its pools. GUI thread, which
// nothing here blocks.
#pragma once

#include "ui/lab/engine/lab_thread.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/engine/table_engine.h"

namespace lockscope {

class TableStage;

class PoolTableEngine final : public TableEngine
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PoolTableEngine)

public:
    explicit PoolTableEngine(const RunPoolEngine::Options &options, QObject *parent = nullptr);
    ~PoolTableEngine() override; ///< ends what is under way, later

    void play(TableOrder order) override;
    void stop() override;

private:
    TableStage *m_stage; ///< lives on its thread, and ends with it
    LabThread m_thread;
    int m_number = 0; ///< of the last order: what is still told of an earlier one is not passed on
};

} // namespace lockscope
