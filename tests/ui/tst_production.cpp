// SPDX-License-Identifier: MIT
// Read-write is asked about; on a production server it is also marked, and over after a time, but never under an open release. Closed notices.
#include "support/test_program.h"
#include "ui/release_window_case.h"

#include "ui/monitor/notice_banner.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/theme.h"
#include "ui/window/write_question.h"

#include <QSignalSpy>
#include <QTimer>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class ProductionTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        Target target = targetAt({});
        target.name = u"payments"_s;
        target.production = true;
        window()->connectTo(target);
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        QTRY_VERIFY(m_window->table()->isVisible());
    }
    void cleanup() { close(); }

    void readWrite_isAskedAboutAndMarked()
    {
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(question());
        QVERIFY(question()->text().contains(u"payments"_s));
        QTest::keyClick(question(), Qt::Key_Return); // the default is to stay
        QTRY_VERIFY(!question());
        QVERIFY(!rights()->mayWrite());
        QVERIFY(!frame()->isVisible());
        m_window->activate();
        allow();
        QVERIFY(rights()->mayWrite());
        QVERIFY(frame()->isVisible());
        QCOMPARE(frame()->size(), window()->size());
        const auto image = window()->grab().toImage();
        QCOMPARE(image.pixelColor(1, image.height() / 2), shadesOf(window()->palette()).danger);
        QVERIFY(image.pixelColor(8, image.height() / 2) != shadesOf(window()->palette()).danger);
        const auto buttons = window()->findChildren<QPushButton *>();
        QVERIFY(std::ranges::any_of(buttons, [](const auto *button) { return button->text().startsWith(u"Read-write until "_s); }));
        m_window->activate();
        m_window->press(Qt::Key_L, Qt::ControlModifier); // back without a question
        QVERIFY(!rights()->mayWrite() && !question());
        QVERIFY(!frame()->isVisible());
    }

    // One click or key must not make a server writable, and the question says what that allows.
    void otherServer_isAskedAboutButNotMarked()
    {
        window()->connectTo({});
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(question());
        QVERIFY(!rights()->mayWrite());
        QVERIFY2(question()->text().contains(u"127.0.0.1:6379"_s), qPrintable(question()->text()));
        QVERIFY(!question()->text().contains(u"production"_s));
        QTest::keyClick(question(), Qt::Key_Return); // the default is to stay
        QTRY_VERIFY(!question());
        QVERIFY(!rights()->mayWrite());
        m_window->activate();
        allow();
        QVERIFY(rights()->mayWrite());
        QVERIFY(!frame()->isVisible());
        QVERIFY(rights()->until().isEmpty());
    }

    // Nobody but the demo works there.
    void ownServer_isNotAskedAbout()
    {
        window()->startDemo();
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(!rights()->mayWrite());
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QVERIFY(rights()->mayWrite() && !question());
    }

    void readWrite_endsByItself()
    {
        QCOMPARE(ConnectionRights::productionTime, 10min);
        rights()->setProductionTime(50ms);
        allow();
        QTRY_VERIFY(!rights()->mayWrite());
        QVERIFY(!frame()->isVisible());
    }

    void readWrite_doesNotEndUnderAnOpenRelease()
    {
        allow();
        QVERIFY(ask({"order:{4711}"}));
        auto *clock = rights()->findChild<QTimer *>();
        QVERIFY(clock && clock->isActive());
        QSignalSpy over(clock, &QTimer::timeout);
        clock->start(0ms); // the ten minutes are over
        QTRY_COMPARE(over.count(), 1);
        QVERIFY(rights()->mayWrite());
        dialog()->reject();
        QTRY_VERIFY(!rights()->mayWrite());
    }

    void releaseButton_saysBesideItWhyNot()
    {
        auto *why = window()->findChild<ElidedLabel *>(u"whyNot"_s);
        QVERIFY(why && why->isVisible());
        QCOMPARE(why->text(), u"Select a lock first."_s);
        const auto buttons = window()->findChildren<QPushButton *>();
        const auto release = std::ranges::find_if(buttons, [](const auto *button) { return button->text() == u"Release…"_s; });
        QVERIFY(release != buttons.end());
        const auto right = why->mapTo(window(), QPoint(why->width(), 0)).x(), left = (*release)->mapTo(window(), QPoint()).x();
        QVERIFY2(right <= left && left - right < 24, qPrintable(u"%1 %2"_s.arg(right).arg(left)));
        select({"order:{4711}"});
        QVERIFY(!why->isVisible());
        auto gone = changeOf(lock("order:{4711}"));
        gone.changed.clear();
        gone.gone.push_back({lock("order:{4711}"), EventType::Expired});
        emit m_source->changed(gone);
        QTRY_COMPARE(why->text(), u"It is gone: there is nothing to release."_s);
        m_window->table()->clearSelection();
        QTRY_COMPARE(why->text(), u"Select a lock first."_s);
        MonitorChange lost;
        lost.state.phase = MonitorState::Phase::Lost;
        emit m_source->changed(lost);
        QVERIFY(why->isVisible());
        QVERIFY2(why->text().contains(u"connection is lost"_s), qPrintable(why->text()));
    }

    void closedNotice_staysClosedForItsServerUntilItSaysSomethingElse()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
        const std::vector<Notice> evicts = {{Notice::Kind::EvictsLocks, "volatile-lru"}, {Notice::Kind::LaggingReplicas, "2097152 bytes"}};
        {
            NoticeBanner banner;
            banner.begin(u"redis://a:6379/0"_s);
            banner.setNotices(evicts);
            QVERIFY(!banner.isHidden());
            closeButton(banner)->click();
            QVERIFY(banner.isHidden());
            banner.save(settings);
        }
        NoticeBanner banner; // after a restart
        banner.restore(settings);
        banner.begin(u"redis://b:6379/0"_s);
        banner.setNotices(evicts);
        QVERIFY(!banner.isHidden());
        banner.begin(u"redis://a:6379/0"_s);
        banner.setNotices(evicts);
        QVERIFY(banner.isHidden());
        auto other = evicts;
        other[1].text = "3000000 bytes"; // only the measured number
        banner.setNotices(other);
        QVERIFY(banner.isHidden());
        other[0].text = "allkeys-lru";
        banner.setNotices(other);
        QVERIFY(!banner.isHidden());
    }

private:
    WriteQuestion *question() const { return window()->findChild<WriteQuestion *>(); }
    EdgeFrame *frame() const { return window()->findChild<EdgeFrame *>(); }
    static QPushButton *closeButton(const NoticeBanner &banner)
    {
        for (auto *button : banner.findChildren<QPushButton *>()) {
            if (button->text() == u"Close"_s)
                return button;
        }
        return nullptr;
    }

    void allow()
    {
        m_window->press(Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(question());
        QTest::mouseClick(question()->findChild<QPushButton *>(u"allowWriting"_s), Qt::LeftButton);
        QTRY_VERIFY(!question());
    }
};

LOCKSCOPE_TEST(ProductionTest)
#include "tst_production.moc"
