// SPDX-License-Identifier: MIT
// Where a MonitorPage gets its changes from: in the program a Monitor on a thread of its own, in tests whatever they make.
#pragma once

#include "monitor/monitor.h"

#include <QObject>

namespace lockscope {

class MonitorSource : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MonitorSource)

public:
    using QObject::QObject;
    ~MonitorSource() override = default;

    virtual void start() = 0;

signals:
    void changed(const lockcore::MonitorChange &change);
};

} // namespace lockscope
