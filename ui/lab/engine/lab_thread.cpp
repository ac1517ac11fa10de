// SPDX-License-Identifier: MIT
#include "ui/lab/engine/lab_thread.h"

#include <QCoreApplication>

#include <vector>

namespace lockscope {

namespace {

std::vector<std::unique_ptr<QThread>> &leavingThreads()
{
    static std::vector<std::unique_ptr<QThread>> threads;
    return threads;
}

void waitForLeavingThreads()
{
    for (const auto &thread : leavingThreads())
        thread->wait();
    leavingThreads().clear();
}

} // namespace

LabThread::LabThread(QObject *object, const QString &name)
    : m_thread(std::make_unique<QThread>())
{
    m_thread->setObjectName(name);
    object->moveToThread(m_thread.get());
    QObject::connect(m_thread.get(), &QThread::finished, object, &QObject::deleteLater); // on its thread
    m_thread->start();
}

LabThread::~LabThread()
{
    m_thread->quit();
    auto &threads = leavingThreads();
    std::erase_if(threads, [](const auto &thread) { return thread->isFinished(); });
    if (threads.empty())
        qAddPostRoutine(waitForLeavingThreads);
    threads.push_back(std::move(m_thread));
}

} // namespace lockscope
