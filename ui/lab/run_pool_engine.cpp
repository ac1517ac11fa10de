// SPDX-License-Identifier: MIT
#include "ui/lab/run_pool_engine.h"

#include "ui/lab/pool_table_engine.h"
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
constexpr qint64 longestPause = 2000; // ms

/// Stages whose engine is gone. The end of the program waits for them, so that nothing of a run is left.
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

} // namespace

RunPoolEngine::RunPoolEngine(QObject *parent)
    : RunPoolEngine(Options(), parent)
{ }

RunPoolEngine::RunPoolEngine(Options options, QObject *parent)
    : LabEngine(parent)
    , m_tables(new PoolTableEngine(options, this))
    , m_stage(new RunStage(std::move(options)))
    , m_thread(std::make_unique<QThread>())
    , m_telling(new QTimer(this))
{
    m_thread->setObjectName(QStringLiteral("lab-stage"));
    m_stage->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, m_stage, &QObject::deleteLater); // on its thread
    connect(m_stage, &RunStage::serves, this, &RunPoolEngine::noteServer);
    connect(m_stage, &RunStage::news, this, &RunPoolEngine::noteNews);
    m_telling->setSingleShot(true);
    connect(m_telling, &QTimer::timeout, this, &RunPoolEngine::tellNews);
    connect(m_stage, &RunStage::ended, this, &RunPoolEngine::noteEnd);
    m_thread->start();
}

RunPoolEngine::~RunPoolEngine()
{
    m_stage->disconnect(this);
    m_thread->quit();
    auto &threads = leaving();
    std::erase_if(threads, [](const auto &thread) { return thread->isFinished(); });
    if (threads.empty())
        qAddPostRoutine(waitForLeaving);
    threads.push_back(std::move(m_thread));
}

int RunPoolEngine::play(LabOrder order)
{
    const int run = ++m_lastRun;
    m_playing[run].news.run = run;
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
    const auto found = m_playing.find(run);
    return found == m_playing.end() ? std::nullopt : found->second.server;
}

void RunPoolEngine::noteServer(int run, const Endpoint &server)
{
    m_playing[run].server = server;
    emit began(run, QString::fromStdString(toString(server)));
}

void RunPoolEngine::noteNews(int run, const StageNews &told)
{
    auto &playing = m_playing[run];
    auto &all = playing.news;
    all.history.header = told.news.header;
    all.history.entries.insert(all.history.entries.end(), told.news.entries.begin(), told.news.entries.end());
    playing.isFresh = true;
    if (!m_telling->isActive())
        m_telling->start();
}

void RunPoolEngine::tellNews()
{
    QElapsedTimer showing;
    showing.start();
    bool any = false;
    for (auto &[run, playing] : m_playing) {
        if (!std::exchange(playing.isFresh, false))
            continue;
        any = true;
        emit news(playing.news);
    }
    if (any)
        m_telling->start(static_cast<int>(std::min(showing.elapsed() * pausesPerShowing, longestPause)));
}

void RunPoolEngine::noteEnd(int run, const ShownRunPtr &shown)
{
    m_playing.erase(run);
    emit ended(run, shown);
}

} // namespace lockscope
