// SPDX-License-Identifier: MIT
#include "ui/lab/run_pool_engine.h"

#include "ui/lab/live_reader.h"
#include "ui/lab/run_stage.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace lockcore;

namespace {

// Showing a live run takes the longer the longer it is. A window that shows it has most of its time for the person.
constexpr int pausesPerShowing = 4;
constexpr qint64 shortestPause = 100, longestPause = 2000; // ms

/// The threads of engines that are gone. The end of the program waits for them, so that nothing of a run is left.
std::vector<std::unique_ptr<QThread>> &leaving()
{
    static std::vector<std::unique_ptr<QThread>> threads;
    return threads;
}

void waitForLeaving()
{
    for (const auto &thread : leaving())
        thread->wait();
    leaving().clear();
}

void leave(std::unique_ptr<QThread> thread)
{
    thread->quit();
    auto &threads = leaving();
    std::erase_if(threads, [](const auto &other) { return other->isFinished(); });
    if (threads.empty())
        qAddPostRoutine(waitForLeaving);
    threads.push_back(std::move(thread));
}

// From now on it is used only there, and ends there.
void live(QObject *object, QThread *thread)
{
    object->moveToThread(thread);
    QObject::connect(thread, &QThread::finished, object, &QObject::deleteLater);
}

} // namespace

RunPoolEngine::RunPoolEngine(QObject *parent)
    : RunPoolEngine(Options(), parent)
{ }

RunPoolEngine::RunPoolEngine(Options options, QObject *parent)
    : LabEngine(parent)
    , m_stage(new RunStage(std::move(options)))
    , m_thread(std::make_unique<QThread>())
    , m_reader(new LiveReader)
    , m_readerThread(std::make_unique<QThread>())
    , m_pause(new QTimer(this))
{
    m_thread->setObjectName(QStringLiteral("lab-stage"));
    m_readerThread->setObjectName(QStringLiteral("lab-reader"));
    live(m_stage, m_thread.get());
    live(m_reader, m_readerThread.get());
    connect(m_stage, &RunStage::serves, this, &RunPoolEngine::noteServer);
    connect(m_stage, &RunStage::ended, this, &RunPoolEngine::noteEnd);
    connect(m_stage, &RunStage::news, m_reader, &LiveReader::take);
    connect(m_stage, &RunStage::ended, m_reader, &LiveReader::forget);
    connect(m_reader, &LiveReader::made, this, &RunPoolEngine::tellGrown);
    m_pause->setSingleShot(true);
    connect(m_pause, &QTimer::timeout, m_reader, &LiveReader::readAgain);
    m_thread->start();
    m_readerThread->start();
}

RunPoolEngine::~RunPoolEngine()
{
    m_stage->disconnect();
    m_reader->disconnect();
    leave(std::move(m_readerThread));
    leave(std::move(m_thread));
}

int RunPoolEngine::play(LabOrder order)
{
    const int run = ++m_lastRun;
    m_servers[run];
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, run, order = std::move(order)] { stage->play(run, order); }, Qt::QueuedConnection);
    return run;
}

void RunPoolEngine::stop(int run)
{
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, run] { stage->stop(run); }, Qt::QueuedConnection);
}

void RunPoolEngine::act(int run, const Fault &fault)
{
    QMetaObject::invokeMethod(
        m_stage, [stage = m_stage, run, fault] { stage->act(run, fault); }, Qt::QueuedConnection);
}

std::optional<Endpoint> RunPoolEngine::serverOf(int run) const
{
    const auto found = m_servers.find(run);
    return found == m_servers.end() ? std::nullopt : found->second;
}

void RunPoolEngine::noteServer(int run, const Endpoint &server)
{
    m_servers[run] = server;
    emit began(run, QString::fromStdString(toString(server)));
}

void RunPoolEngine::tellGrown(int run, const ShownRunPtr &shown)
{
    QElapsedTimer showing;
    showing.start();
    emit grew(run, shown);
    m_pause->start(static_cast<int>(std::clamp(showing.elapsed() * pausesPerShowing, shortestPause, longestPause)));
}

void RunPoolEngine::noteEnd(int run, const ShownRunPtr &shown)
{
    m_servers.erase(run);
    emit ended(run, shown);
}

} // namespace lockscope
