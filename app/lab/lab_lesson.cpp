// SPDX-License-Identifier: MIT
#include "app/lab/lab_lesson.h"

#include "app/command/termination_signals.h"
#include "app/lab/lab_output.h"
#include "app/lab/lab_print.h"
#include "app/lab/lab_runs.h"
#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/report/lesson_page.h"
#include "ui/runs/files.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <csignal>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr int mostTries = 3;           // a busy machine can make a run inconclusive
constexpr std::uint64_t usualSeed = 1; // so that all lessons show the same

class LessonWriter
{
public:
    explicit LessonWriter(const LabOptions &options)
        : m_folder(options.lesson)
        , m_seed(options.seed.value_or(usualSeed))
        , m_runs(poolFor(options))
    { }

    EventLoop &loop() { return m_runs.loop(); }

    Task<void> writeAll()
    {
        int code = write(answersFile, answersPage());
        for (qsizetype i = 0; i < lessons().size() && code == exitYes; ++i) {
            auto writing = writeLesson(i);
            code = co_await writing;
        }
        m_runs.tell({});
        QCoreApplication::exit(code);
    }

    void clearProgress() const { m_runs.tell({}); }

private:
    static PooledRuns::Options poolFor(const LabOptions &options)
    {
        auto pooled = pooledOptions(options);
        pooled.atOnce = 1; // so that a run is not disturbed
        return pooled;
    }

    Task<int> writeLesson(qsizetype index)
    {
        const auto lesson = lessons()[index];
        m_runs.tell(lesson.title);
        LabResult planned;
        planned.scenario = scenarioOf(lesson);
        planned.seed = m_seed;
        PooledRuns::Run run;
        QString problem;
        for (int tries = 0; tries == 0 || (tries < mostTries && !problem.isEmpty() && !run.result.error); ++tries) {
            auto playing = m_runs.play(planned);
            run = co_await playing;
            problem = lessonProblem(lesson, run.result);
        }
        if (!problem.isEmpty()) {
            m_runs.tell({});
            complain(problem);
            co_return run.result.error ? lockscope::exitCodeOf(*run.result.error) : exitNotComplete;
        }
        const RunReport report{run.result, run.history, {}};
        co_return write(lesson.file, lessonPage(index, report, lanesOf(report.history, report.verdicts)));
    }

    static Scenario scenarioOf(const Lesson &lesson)
    {
        const auto all = builtInScenarios();
        const auto found = std::ranges::find(all, lesson.scenario.toStdString(), &Scenario::name);
        return found == all.end() ? Scenario() : *found;
    }

    int write(const QString &name, const QByteArray &page) const
    {
        QDir().mkpath(m_folder);
        const auto path = m_folder + u'/' + name;
        const auto written = writeFile(path, page);
        m_runs.tell({});
        if (!written) {
            complain(asSentence(written.error().text));
            return exitUsage;
        }
        return printed((path + u'\n').toUtf8());
    }

    const QString m_folder;
    const std::uint64_t m_seed;
    PooledRuns m_runs;
};

} // namespace

int runLesson(const LabOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    LessonWriter writer(options);
    TerminationSignals signals_;
    QObject::connect(&signals_, &TerminationSignals::requested, &signals_, [&] {
        writer.clearProgress();
        complain(Words::tr("interrupted: not all lessons were written"));
        QCoreApplication::exit(exitNotComplete);
    });
    Scope scope(writer.loop());
    scope.start(writer.writeAll());
    return QCoreApplication::exec();
}

} // namespace lockscope
