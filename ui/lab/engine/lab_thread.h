// SPDX-License-Identifier: MIT
// The thread of an object that plays runs. Whoever made it is not blocked when it goes: the object ends what it has begun by itself, and
// the end of the program waits for that. GUI thread.
#pragma once

#include <QThread>

#include <memory>

namespace lockscope {

class LabThread final
{
public:
    /// `object` has no parent; from now on it is used only there, by queued calls, and it ends with the thread.
    LabThread(QObject *object, const QString &name);
    ~LabThread();
    LabThread(const LabThread &) = delete;
    LabThread &operator=(const LabThread &) = delete;

private:
    std::unique_ptr<QThread> m_thread;
};

} // namespace lockscope
