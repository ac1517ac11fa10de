// SPDX-License-Identifier: MIT
#include "ui/lab/run_pool_engine.h"

#include "ui/lab/run_stage.h"

#include <QCoreApplication>
#include <QThread>

namespace lockscope {

using namespace lockcore;

namespace {

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
    , m_stage(new RunStage(std::move(options)))
    , m_thread(std::make_unique<QThread>())
{
    m_thread->setObjectName(QStringLiteral("lab-stage"));
    m_stage->moveToThread(m_thread.get());
    connect(m_thread.get(), &QThread::finished, m_stage, &QObject::deleteLater); // on its thread
    connect(m_stage, &RunStage::serves, this, &RunPoolEngine::noteServer);
    connect(m_stage, &RunStage::news, this, &RunPoolEngine::noteNews);
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
    auto &all = m_playing[run].news;
    all.history.header = told.news.header;
    all.history.entries.insert(all.history.entries.end(), told.news.entries.begin(), told.news.entries.end());
    emit news(all);
}

void RunPoolEngine::noteEnd(int run, const ShownRunPtr &shown)
{
    m_playing.erase(run);
    emit ended(run, shown);
}

} // namespace lockscope
