// SPDX-License-Identifier: MIT
// The Explorer's room in the real window, with a real redis-server as the judge.
#include "support/eventually.h"
#include "support/test_program.h"

#include "ui/explore/comparison_view.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/finding_list.h"
#include "ui/explore/oracle_engine.h"
#include "ui/explore/search_form.h"
#include "ui/explore/step_view.h"
#include "ui/lab/engine/run_pool_engine.h"
#include "ui/lab/library/library_view.h"
#include "ui/lab/page/lab_page.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockscope;
using lockcore::test::eventually;
using namespace Qt::StringLiterals;

class ExploreLiveTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_home->filePath(u"state"_s).toUtf8());
        qputenv("XDG_DATA_HOME", m_home->filePath(u"data"_s).toUtf8());
    }
    void cleanup()
    {
        m_window.reset();
        m_home.reset();
    }

    void lostReply_isFoundShownAndOpenedInTheLab()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        choose(u"set-nx-del"_s, u"lost-reply"_s, 1);
        action(u"Explore"_s)->trigger();
        QVERIFY(eventually([this] { return !action(u"Cancel"_s)->isEnabled() && page()->finding(); }));
        QVERIFY(page()->caption().contains(u"A and B are inside at once"_s));
        QVERIFY2(page()->status().contains(u"the same replies, the same keys"_s), qPrintable(page()->status()));
        QVERIFY(page()->finding()->trace.startsWith(u"1:set-nx-del:"_s));
        QVERIFY(page()->source()->toPlainText().contains(u"SetNxDel"_s));
        QVERIFY(!page()->source()->lit().isEmpty());
        action(u"Open in the Lab"_s)->trigger();
        QVERIFY(m_window->labPage()->isVisible());
        const auto scenarios = QDir(m_home->filePath(u"data/lockscope/scenarios"_s)).entryList({u"*.json"_s});
        QCOMPARE(scenarios.size(), 1);
    }

    void counterexample_isExported()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        QVERIFY(!page()->exportAction()->isEnabled());
        choose(u"setnx-expire"_s, u"crash"_s, 1);
        action(u"Explore"_s)->trigger();
        QVERIFY(eventually([this] { return action(u"Explore"_s)->isEnabled() && page()->finding(); }));
        page()->exportAction()->trigger();
        QFile file(m_home->filePath(u"setnx-expire-counterexample.json"_s));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(page()->status()));
        const auto json = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(json[u"replay"].toString(), page()->finding()->trace);
        QCOMPARE(json[u"violated"][0].toString(), u"no-immortal-lock"_s);
        QVERIFY(json[u"redis"].toString().contains(u' '));
        QVERIFY(!json[u"trace"].toArray().isEmpty());
        QVERIFY(page()->status().contains(u"setnx-expire-counterexample.json"_s));
    }

    void search_isCancelledAtOnce()
    {
        beginLongSearch();
        action(u"Cancel"_s)->trigger();
        QVERIFY(eventually([this] { return action(u"Explore"_s)->isEnabled(); }));
    }

    void windowThatCloses_endsTheSearch()
    {
        beginLongSearch();
        m_window.reset(); // does not wait for the whole search
    }

    void noRedisServer_isASentence()
    {
        open({"/nowhere/redis-server", LOCKSCOPE_BINARY});
        action(u"Explore"_s)->trigger();
        QVERIFY(eventually([this] { return page()->state()->title() == u"This cannot be examined"_s; }));
        QVERIFY2(page()->state()->explanation().contains(u"/nowhere/redis-server"_s), qPrintable(page()->state()->explanation()));
        QVERIFY(action(u"Explore"_s)->isEnabled());
    }

    void watch_isSaidToBeBeyondIt()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        page()->form()->chooseProtocol(u"get-then-del-watch"_s);
        if (!lockcore::explorer::usualBounds("get-then-del-watch").ok())
            QSKIP("not a protocol of the Explorer");
        action(u"Explore"_s)->trigger();
        QVERIFY(eventually([this] { return action(u"Explore"_s)->isEnabled(); }));
        const bool isShown = page()->finding() || page()->findings()->model()->rowCount() > 0;
        QVERIFY(isShown || page()->state()->explanation().contains(u"cannot be examined"_s));
    }

    void counterexample_isPlayedInRealTime()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        choose(u"set-nx-del"_s, u"lost-reply"_s, 1);
        action(u"Explore"_s)->trigger();
        QVERIFY(eventually([this] { return action(u"Explore"_s)->isEnabled() && page()->finding(); }));
        page()->steps()->goTo(0);
        action(u"Play in real time"_s)->trigger();
        QVERIFY(eventually([this] { return action(u"Explore"_s)->isEnabled(); }));
        QVERIFY(page()->status().contains(u"real time"_s));
        QVERIFY(page()->steps()->step() > 0);
    }

    void protocol_isRemembered()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        page()->form()->chooseProtocol(u"redlock"_s);
        m_window->close();
        m_window.reset();
        open({"redis-server", LOCKSCOPE_BINARY});
        QCOMPARE(page()->form()->protocol(), u"redlock"_s);
    }

private:
    // It takes minutes, so there is time to look at it; therefore one is asked first.
    void beginLongSearch()
    {
        open({"redis-server", LOCKSCOPE_BINARY});
        choose(u"redisson"_s, u"crash"_s, 3);
        page()->form()->findChild<QSpinBox *>(u"lost-reply"_s)->setValue(3);
        action(u"Explore"_s)->trigger();
        const auto says = [this](const QString &words) { return page()->state()->explanation().contains(words); };
        QVERIFY(eventually([&] { return says(u"depth"_s) || says(u"search anyway"_s); }));
        if (says(u"search anyway"_s)) {
            const auto buttons = page()->state()->findChildren<QPushButton *>();
            const auto go = std::ranges::find(buttons, u"Search anyway"_s, &QPushButton::text);
            QVERIFY(go != buttons.end());
            (*go)->click();
        }
        QVERIFY(eventually([&] { return says(u"depth"_s); }));
    }

    void open(const lockcore::ServerOracleOptions &server)
    {
        WindowServices services;
        services.profilesFile = m_home->filePath(u"profiles.json"_s);
        services.lab = [] { return std::make_unique<RunPoolEngine>(); };
        services.chooseFile = [this](const FileQuestion &question, QWidget *) {
            return m_home->filePath(QFileInfo(question.suggestion).fileName());
        };
        services.explorer = [server] { return std::make_unique<OracleEngine>(server); };
        m_window =
            std::make_unique<MainWindow>(services, std::make_unique<QSettings>(m_home->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::ControlModifier);
        QVERIFY(page()->isVisible());
    }

    ExplorePage *page() const { return m_window->explorePage(); }

    void choose(const QString &protocol, const QString &fault, int count)
    {
        page()->form()->chooseProtocol(protocol);
        page()->form()->findChild<QComboBox *>(u"whichFaults"_s)->setCurrentIndex(1);
        page()->form()->findChild<QSpinBox *>(fault)->setValue(count);
    }

    QAction *action(const QString &text) const
    {
        for (auto *action : page()->ownActions()) {
            if (action->text().remove(u'&') == text)
                return action;
        }
        qFatal("there is no such action");
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(ExploreLiveTest)
#include "tst_explore_live.moc"
