// SPDX-License-Identifier: MIT
// "Who does this?" in the window: the question and its answers, the banner, and what a trace has found.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/traces.h"
#include "ui/widgets/link_button.h"

#include <QComboBox>
#include <QMessageBox>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class TracesTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void question_namesCostBeforeAnythingIsTraced()
    {
        startWithLocks();
        putQuestion();
        const auto text = textOf(question());
        for (const auto &part : {u"Trace who changes sync:{9}?"_s, u"MONITOR"_s, u"4,100 commands/s"_s, u"of a core"_s,
                                 u"what all clients send passes through here, secrets too"_s, u"It follows this lock and "_s})
            QVERIFY2(text.contains(part), qPrintable(part + u" in:\n"_s + text));
        QCOMPARE(desk().runs.size(), 0u);
        QTest::keyClick(question(), Qt::Key_Return); // the default is to cancel
        QTRY_VERIFY(!question());
        QCOMPARE(desk().runs.size(), 0u);
        QVERIFY(traces()->action()->isEnabled());
    }

    void yes_tracesTheLockFirstAndAsLongAsChosen()
    {
        startWithLocks();
        putQuestion();
        auto *time = question()->findChild<QComboBox *>(u"traceTime"_s);
        QCOMPARE(time->currentIndex(), 0);
        time->setCurrentIndex(time->count() - 1);
        QCOMPARE(named(u"trace"_s)->text(), u"&Trace for 5 min"_s);
        named(u"trace"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
        const auto &wish = desk().runs.front();
        QCOMPARE(wish.time, TraceOptions::mostTime);
        QCOMPARE(wish.keys.front(), Bytes("sync:{9}"));
        QCOMPARE(wish.keys.size(), m_source->releases.locks.size());
        QVERIFY(std::ranges::count(wish.keys, Bytes("sync:{9}")) == 1);
        QVERIFY(!wish.limits.maxLoad);
        QVERIFY(!traces()->action()->isEnabled()); // one at a time
    }

    void running_bannerSaysRestAndCostAndStops()
    {
        startWithLocks();
        begin();
        TraceStatus status;
        status.share = 0.061;
        status.left = 21'300ms;
        status.commands = 12'345;
        emit desk().status(desk().lastId, status);
        QVERIFY2(bannerText().contains(u"22 s left · costs 6 % of a core now · commands seen: 12,345"_s), qPrintable(bannerText()));
        stopButton()->click();
        QCOMPARE(desk().stops, 1);
        TraceReport report;
        report.end = TraceEnd::Stopped;
        report.lasted = 8'700ms;
        emit desk().ended(desk().lastId, report);
        QVERIFY2(bannerText().startsWith(u"Trace ended You stopped the trace. 8.7 s, 0 commands"_s), qPrintable(bannerText()));
        QVERIFY(traces()->action()->isEnabled());
        stopButton()->click();
        QVERIFY(!traces()->banner()->isVisible());
    }

    void guard_isNamedAtTheEnd()
    {
        startWithLocks();
        begin();
        TraceReport report;
        report.end = TraceEnd::Load;
        emit desk().ended(desk().lastId, report);
        QVERIFY2(bannerText().contains(u"it cost the server more than twice what was predicted"_s), qPrintable(bannerText()));
    }

    void hindrance_isASentence()
    {
        startWithLocks();
        choose("sync:{9}");
        traces()->action()->trigger();
        auto plan = fake::Traces::calmPlan();
        plan.hindrance = TraceHindrance::Replica;
        emit desk().planned(desk().lastId, plan);
        QVERIFY2(bannerText().contains(u"This server is a replica"_s), qPrintable(bannerText()));
        QVERIFY(!question());
        QVERIFY(traces()->action()->isEnabled());
    }

    void refusal_isASentence()
    {
        startWithLocks();
        begin();
        emit desk().failed(desk().lastId, Error{ErrorKind::Server, "ERR unknown command 'MONITOR'", "ERR"});
        QVERIFY2(bannerText().contains(u"A trace needs MONITOR; some services do not have it."_s), qPrintable(bannerText()));
    }

    void production_isAskedTwice()
    {
        Target target = targetAt({});
        target.name = u"payments"_s;
        target.production = true;
        connectTo(target);
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_VERIFY(second());
        QVERIFY(second()->text().contains(u"payments is marked as production"_s));
        QTest::keyClick(second(), Qt::Key_Return); // the default is to cancel
        QTRY_VERIFY(!second());
        QCOMPARE(desk().runs.size(), 0u);
        QVERIFY(traces()->action()->isEnabled());
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_VERIFY(second());
        named(u"traceAllTheSame"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
    }

    void profileThatForbids_isNotEvenAsked()
    {
        Target target = targetAt({});
        target.name = u"payments"_s;
        target.noTraces = true;
        connectTo(target);
        choose("sync:{9}");
        traces()->action()->trigger();
        QCOMPARE(desk().plans.size(), 0u);
        QVERIFY2(bannerText().contains(u"The profile \"payments\" forbids traces."_s), qPrintable(bannerText()));
    }

    void otherServer_answersDoNotCount()
    {
        startWithLocks();
        choose("sync:{9}");
        traces()->action()->trigger();
        const auto old = desk().lastId;
        window()->startDemo();
        emit desk().planned(old, fake::Traces::calmPlan());
        QVERIFY(!question());
        QVERIFY(!traces()->banner()->isVisible());
    }

    void action_isInTheDetailsAndInTheMenuOfALock()
    {
        startWithLocks();
        choose("sync:{9}");
        auto *link = window()->findChild<LinkButton *>(u"whoDoesThisLink"_s);
        QVERIFY(link && link->isVisible() && link->isEnabled());
        link->click();
        QCOMPARE(desk().plans.size(), 1u);
        QVERIFY(table()->actions().contains(traces()->action()));
    }

private:
    Traces *traces() const { return window()->monitorPage()->traces(); }
    fake::Traces &desk() const { return m_source->traced; }
    QDialog *question() const { return window()->findChild<QDialog *>(u"traceQuestion"_s); }
    QMessageBox *second() const { return window()->findChild<QMessageBox *>(u"traceProduction"_s); }
    QPushButton *named(const QString &name) const { return window()->findChild<QPushButton *>(name); }
    QString bannerText() const { return traces()->banner()->isVisible() ? traces()->banner()->text() : QString(); }
    QPushButton *stopButton() const { return named(u"stopTrace"_s); }
    void choose(const std::string &key) const { window()->monitorPage()->showLock({0, key}); }

    static QString textOf(const QWidget *widget)
    {
        QStringList texts;
        for (const auto *text : widget->findChildren<QTextEdit *>())
            texts << text->toPlainText();
        return texts.join(u'\n');
    }

    void connectTo(const Target &target)
    {
        window()->connectTo(target);
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(m_window->table()->isVisible());
    }

    void putQuestion()
    {
        choose("sync:{9}");
        traces()->action()->trigger();
        emit desk().planned(desk().lastId, fake::Traces::calmPlan());
        QTRY_VERIFY(question() && question()->isVisible());
    }

    void begin()
    {
        putQuestion();
        named(u"trace"_s)->click();
        QTRY_COMPARE(desk().runs.size(), 1u);
    }
};

LOCKSCOPE_TEST(TracesTest)
#include "tst_traces.moc"
