// SPDX-License-Identifier: MIT
// Incidents in the page: in sight until they are acknowledged, counted in the header, a click from their moment; and the file that keeps them.
#include "support/test_program.h"
#include "ui/page_case.h"

#include "ui/export/incident_json.h"
#include "ui/monitor/details_panel.h"
#include "ui/monitor/incident_area.h"
#include "ui/monitor/incident_file.h"
#include "ui/monitor/incident_model.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tile.h"
#include "ui/widgets/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class IncidentAreaTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init()
    {
        open();
        m_area = m_page->findChild<IncidentArea *>();
        QVERIFY(m_folder.emplace().isValid());
    }

    void cleanup()
    {
        m_page.reset();
        m_folder.reset();
    }

    void noIncident_takesNoSpaceAndSaysWhatWouldBeOne()
    {
        apply(changeWith({fake::lock("order:{1}", 30s)}));
        QVERIFY(!m_area->isVisible());
        QVERIFY(!pill()->isVisible());
        m_area->showAction()->trigger();
        QTRY_VERIFY(m_area->isVisible());
        QVERIFY(m_area->findChild<QLabel *>(u"noIncidents"_s)->text().startsWith(u"No incidents. One is listed here when"));
        QVERIFY(!rows()->isVisible());
        QTest::keyClick(m_area, Qt::Key_Escape);
        QVERIFY(!m_area->isVisible());
    }

    // A person who changes the room must not acknowledge everything instead of checking a lock.
    void acknowledgeAll_hasAKeyOfItsOwn()
    {
        const auto actions = m_page->viewActions();
        const auto all = std::ranges::find_if(
            actions, [](const QAction *action) { return action->text().remove(u'&').startsWith(u"Acknowledge all"_s); });
        QVERIFY(all != actions.end());
        QCOMPARE((*all)->shortcut(), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_K));
    }

    void deletedEarly_staysInSightUntilAcknowledged()
    {
        happens(EventType::DeletedEarly, "order:{1}");
        QTRY_VERIFY(m_area->isVisible());
        QVERIFY(pill()->isVisible());
        QCOMPARE(pill()->text(), u"1 incident"_s);
        QCOMPARE(cell(0, IncidentModel::What), u"deleted early"_s);
        QCOMPARE(cell(0, IncidentModel::Lock), u"order:{1}"_s);
        QCOMPARE(cell(0, IncidentModel::Owner), u"web-3:17"_s);
        QCOMPARE(cell(0, IncidentModel::Server), u"127.0.0.1:6379/0"_s);
        QCOMPARE(cell(0, IncidentModel::Why), u"without the announcement"_s);
        happens(EventType::Expired, "order:{2}"); // and what is none changes nothing
        happens(EventType::TakenOver, "order:{2}");
        happens(EventType::Ended, "order:{2}");
        happens(EventType::DeletedEarly, "order:{1}");
        QCOMPARE(pill()->text(), u"1 incident"_s);
        QVERIFY(cell(0, IncidentModel::Time).endsWith(u"2 times"));
        happens(EventType::Immortal, "order:{3}");
        QCOMPARE(pill()->text(), u"2 incidents"_s);

        rows()->selectRow(0);
        action(u"Acknowledge"_s)->trigger();
        QCOMPARE(pill()->text(), u"1 incident"_s);
        QCOMPARE(cell(0, IncidentModel::What), u"deleted early"_s);
        action(u"Acknowledge all"_s)->trigger();
        QVERIFY(!pill()->isVisible());
        QVERIFY(!m_area->isVisible());
        happens(EventType::DeletedEarly, "order:{1}"); // again, after that
        QVERIFY(m_area->isVisible());
        QCOMPARE(rows()->model()->rowCount(), 1);
        action(u"Acknowledged ones, too"_s)->trigger();
        QCOMPARE(rows()->model()->rowCount(), 3);
    }

    // Its words are the evidence: none is cut, whatever the width.
    void longReason_isReadWhole()
    {
        happens(EventType::DeletedEarly, "order:{1}");
        QTRY_VERIFY(m_area->isVisible());
        const int line = rows()->rowHeight(0);
        happens(EventType::DeletedEarly, "order:{2}",
                "gone before its deadline, without the release announcement that its library makes (21000 ms were left); "
                "it changed faster than it could be read, so there may have been more changes");
        QCOMPARE(cell(0, IncidentModel::Lock), u"order:{2}"_s);
        const auto fits = [&] {
            const auto seen = rows()->visualRect(rows()->model()->index(0, IncidentModel::Why));
            const auto words =
                m_area->fontMetrics().boundingRect(QRect(0, 0, seen.width() - 16, 1000), Qt::TextWordWrap, cell(0, IncidentModel::Why));
            return words.height() <= seen.height() && rows()->viewport()->rect().contains(seen);
        };
        QTRY_VERIFY(fits());
        const int narrow = rows()->rowHeight(0);
        QVERIFY2(narrow > line && rows()->rowHeight(1) == line, qPrintable(QString::number(narrow)));
        m_page->resize(2560, 1440);
        QTRY_VERIFY(rows()->rowHeight(0) < narrow && fits());
        m_page->resize(1024, 720);
        QTRY_VERIFY(rows()->rowHeight(0) >= narrow && fits());
    }

    void server_isNamedIfAnIncidentIsOfAnotherOne()
    {
        happens(EventType::Immortal, "order:{1}");
        QVERIFY(rows()->isColumnHidden(IncidentModel::Server));
        m_page->showServer(targetAt(*Endpoint::parse("redis://10.2.0.7/3")));
        QVERIFY(!rows()->isColumnHidden(IncidentModel::Server));
    }

    // The header and the tile cannot contradict each other; a lock is not counted twice.
    void openIncident_needsAttention()
    {
        apply(changeWith({fake::lock("order:{1}", 30s)}));
        const auto *tile = m_page->findChild<Tile *>(u"needLook"_s);
        QTRY_COMPARE(tile->number(), u"0"_s);
        happens(EventType::DeletedEarly, "order:{1}");
        QCOMPARE(tile->number(), u"1"_s);
        QCOMPARE(tile->meaning(), u"needs attention: 1 incident"_s);
        const auto *link = m_page->findChild<QAbstractButton *>(u"openIncidents"_s);
        QVERIFY(link->isVisible());
        QCOMPARE(link->text(), u"1 incident"_s);
        m_area->showAction()->trigger();
        QVERIFY(!m_area->isVisible());
        QTest::mouseClick(m_page->findChild<Tile *>(u"needLook"_s), Qt::LeftButton);
        QVERIFY(m_area->isVisible());
        auto stuck = fake::lock("order:{2}", 30s);
        stuck.deadline.reset();
        stuck.state = LockState::Immortal;
        apply(changeWith({stuck}));
        happens(EventType::Immortal, "order:{2}");
        QCOMPARE(tile->meaning(), u"needs attention: 1 immortal, 1 other incident"_s);
        QCOMPARE(tile->number(), u"2"_s);
        action(u"Acknowledge all"_s)->trigger();
        QCOMPARE(tile->meaning(), u"needs attention: 1 immortal"_s);
        QVERIFY(!link->isVisible());
    }

    void closedArea_opensWithTheNextIncident()
    {
        happens(EventType::Resurrected, "order:{1}");
        QVERIFY(m_area->isVisible());
        m_area->showAction()->trigger();
        QVERIFY(!m_area->isVisible());
        happens(EventType::Resurrected, "order:{1}"); // a repeat is counted in its row
        QVERIFY(!m_area->isVisible());
        QTest::mouseClick(pill(), Qt::LeftButton);
        QVERIFY(m_area->isVisible());
        m_area->showAction()->trigger();
        happens(EventType::Immortal, "order:{2}");
        QVERIFY(m_area->isVisible());
    }

    void click_leadsToTheMoment()
    {
        apply(changeWith({fake::lock("order:{1}", 30s), fake::lock("order:{2}", 30s)}));
        happens(EventType::LeaseRemoved, "order:{1}");
        happens(EventType::Immortal, "order:{1}");
        const auto at = m_event.time;
        m_now += 90s; // it is out of the timeline's sight by now
        auto *view = m_page->findChild<TimelineView *>();
        QVERIFY(view->follows());
        clickFirst();
        QVERIFY(!view->follows());
        QCOMPARE(view->crosshair().value(), std::chrono::floor<Milliseconds>(at));
        view->follow();
        QTest::keyClick(rows(), Qt::Key_Return); // with the keyboard, too
        QVERIFY(!view->follows());
        QVERIFY(view->scale().begin < at);
        QCOMPARE(m_page->selectedLock()->id.key, Bytes("order:{1}"));
        QVERIFY(view->accessibleDescription().contains(u"immortal"_s) || view->toolTip().isEmpty());
    }

    // Whoever holds the lock now came later: it must not be taken for the culprit.
    void click_showsTheIncidentBesideThePresent()
    {
        const auto *details = m_page->findChild<DetailsPanel *>();
        happens(EventType::DeletedEarly, "order:{1}", "gone before its deadline");
        apply(changeWith({fake::lock("order:{1}", 30s), fake::lock("order:{2}", 30s)}));
        m_page->showLock({0, "order:{1}"});
        QVERIFY2(details->text().contains(u"▲ deleted early"_s), qPrintable(details->text())); // also without the click
        m_page->showLock({0, "order:{2}"});
        QVERIFY2(!details->text().contains(u"▲ deleted early"_s), qPrintable(details->text()));
        clickFirst();
        for (const auto &said : {u"▲ deleted early"_s, u"web-3:17"_s, u"Gone before its deadline."_s, u"Most likely somebody deleted it"_s,
                                 u"Redis does not say who"_s, u"Its holder now is another one, and came later."_s})
            QVERIFY2(details->text().contains(said), qPrintable(details->text()));
        action(u"Acknowledge all"_s)->trigger();
        m_page->showLock({0, "order:{2}"});
        m_page->showLock({0, "order:{1}"});
        QVERIFY2(!details->text().contains(u"▲ deleted early"_s), qPrintable(details->text()));
    }

    // The connection is new, or the lock ended hours ago: its incident is still known.
    void click_showsTheIncidentOfAForgottenLock()
    {
        const auto *details = m_page->findChild<DetailsPanel *>();
        apply(changeWith({fake::lock("order:{2}", 30s)}));
        happens(EventType::DeletedEarly, "order:{1}", "gone before its deadline");
        clickFirst();
        for (const auto &said : {u"order:{1}"_s, u"nothing else is known of it any more"_s, u"▲ deleted early"_s, u"web-3:17"_s})
            QVERIFY2(details->text().contains(said), qPrintable(details->text()));
        QVERIFY2(!details->text().contains(u"Lease"_s), qPrintable(details->text()));
        m_page->showLock({0, "order:{2}"});
        QVERIFY2(!details->text().contains(u"▲ deleted early"_s), qPrintable(details->text()));
    }

    // A key that acknowledges something else than what is selected would lose it.
    void acknowledgeKey_isForTheListOnly()
    {
        apply(changeWith({fake::lock("order:{1}", 30s)}));
        happens(EventType::DeletedEarly, "order:{1}");
        clickFirst();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(pill()->text(), u"1 incident"_s);
        m_area->showAction()->trigger();
        m_area->showAction()->trigger();
        QCOMPARE(m_page->focusWidget(), rows()); // who asks for the incidents wants to go there
        QTest::keyClick(rows(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(!pill()->isVisible());
        QVERIFY(m_page->findChild<QLabel *>(u"message"_s)->text().startsWith(u"1 incident"_s));
        action(u"Acknowledged ones, too"_s)->trigger();
        clickFirst();
        QVERIFY(!action(u"Acknowledge"_s)->isEnabled()); // it is
    }

    void manyIncidents_leaveTheTableItsSpace()
    {
        apply(fake::Scene().first());
        QTRY_VERIFY(m_page->findChild<TimelineView *>()->isVisible());
        QTest::qWait(50);
        const int before = m_table->height();
        for (int i = 0; i < 50; ++i)
            happens(EventType::DeletedEarly, "order:{" + std::to_string(i) + "}");
        QTRY_VERIFY(m_area->isVisible());
        QTest::qWait(50);
        QVERIFY2(m_area->height() <= 160, qPrintable(QString::number(m_area->height())));
        QVERIFY2(m_table->height() > before / 2, qPrintable(QString::number(m_table->height())));
        QCOMPARE(pill()->text(), u"50 incidents"_s);
    }

    void controls_haveNames()
    {
        happens(EventType::DeletedEarly, "order:{1}");
        QCOMPARE(rows()->accessibleName(), u"Incidents"_s);
        for (const auto *button : m_area->findChildren<QToolButton *>())
            QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->text()));
        QVERIFY(rows()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(u"deleted early"_s));
        new QAbstractItemModelTester(rows()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest, rows());
        happens(EventType::Immortal, "order:{2}");
        action(u"Acknowledge all"_s)->trigger();
    }

    void incidents_areKeptAcrossStarts()
    {
        m_page->incidents()->keepIn(file());
        happens(EventType::DeletedEarly, "order:\xff");
        happens(EventType::Immortal, "order:{2}");
        const auto kept = m_page->incidents()->list();
        m_page.reset();
        QCOMPARE(QFile::permissions(file()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());

        open();
        m_area = m_page->findChild<IncidentArea *>();
        m_page->incidents()->keepIn(file());
        QVERIFY(m_page->incidents()->list() == kept);
        QVERIFY(m_area->isVisibleTo(m_page.get()));
        m_page->incidents()->acknowledgeAll();
        m_page.reset();
        QCOMPARE(IncidentFile(file()).load()->incidents.open(), std::size_t(0));
        QCOMPARE(IncidentFile(file()).load()->incidents.size(), std::size_t(2));
    }

    void blindnessOfAClustersNode_isOfThatClusterAcrossStarts()
    {
        MonitorChange change;
        change.state.phase = MonitorState::Phase::Live;
        change.state.cluster.emplace().primaries.emplace_back().address = "10.0.0.1:7001";
        Incident kept;
        kept.kind = Incident::Kind::FeedBlind;
        kept.node = "10.0.0.1:7001";
        IncidentStore store;
        store.begin(targetAt(*Endpoint::parse("redis-cluster://10.0.0.9")));
        QVERIFY(!store.isOf(kept)); // as long as its nodes are not known
        store.apply(change);
        QVERIFY(store.isOf(kept));
        kept.node = "10.0.0.2:7001";
        QVERIFY(!store.isOf(kept));
    }

    // Both are open; each sees what the other has acknowledged when it writes next.
    void twoWindows_shareTheFile()
    {
        m_page->incidents()->keepIn(file());
        IncidentStore other;
        other.keepIn(file());
        other.begin(targetAt({}));
        happens(EventType::DeletedEarly, "order:{1}");
        QTRY_COMPARE(IncidentFile(file()).load()->incidents.open(), std::size_t(1));
        MonitorChange change;
        change.events = {m_event};
        change.events.front().id.key = "order:{9}";
        other.apply(change);
        QTRY_COMPARE(other.list().size(), std::size_t(2));
        other.acknowledgeAll();
        QTRY_COMPARE(IncidentFile(file()).load()->incidents.open(), std::size_t(0));
        happens(EventType::DeletedEarly, "order:{2}");
        QTRY_COMPARE(m_page->incidents()->list().size(), std::size_t(3));
        QCOMPARE(pill()->text(), u"1 incident"_s);
    }

    void privateServer_isNotKept()
    {
        m_page->incidents()->keepIn(file());
        Target demo;
        demo.own = true;
        m_page->showServer(demo);
        happens(EventType::DeletedEarly, "order:{1}");
        QCOMPARE(pill()->text(), u"1 incident"_s);
        m_page->showServer(targetAt({}));
        QVERIFY(!pill()->isVisible());
        m_page.reset();
        QVERIFY(!QFile::exists(file()) || IncidentFile(file()).load()->incidents.size() == 0);
    }

    void strangeFile_isReadAsFarAsItCan()
    {
        Incident good;
        good.id.key = "order";
        good.first = good.last = ServerTime(1'700'000'000s);
        const auto line = jsonLine(good);
        const auto with = [&](const QByteArray &from, const QByteArray &to) { return QByteArray(line).replace(from, to); };
        QByteArray text = line + "{}\nnull\n\xff\xfe\n" + with("deleted-early", "on-fire") + with("\"times\":1", "\"times\":-1")
                          + with("\"times\":1", "\"times\":1e300") + with("2023-11-14T22:13:20.000Z", "soon") + QByteArray(200'000, 'x')
                          + '\n' + line;
        write(text);
        const auto content = IncidentFile(file()).load();
        QVERIFY(content);
        QCOMPARE(content->incidents.size(), std::size_t(1));
        QCOMPARE(content->unreadable, 8);
        QVERIFY(*incidentFrom(line.trimmed()) == good);

        write(QByteArray(3'000'000, '\n'));
        QVERIFY(!IncidentFile(file()).load());
        QVERIFY(QFile::remove(file()) && QDir().mkdir(file()));
        QSignalSpy trouble(m_page->incidents(), &IncidentStore::trouble);
        m_page->incidents()->keepIn(file());
        QCOMPARE(trouble.size(), 1);
        QVERIFY(trouble[0][0].toString().contains(u"incidents.jsonl"_s));
    }

private:
    QString file() const { return m_folder->filePath(u"state/incidents.jsonl"_s); }

    void write(const QByteArray &text) const
    {
        QDir().mkpath(QFileInfo(file()).path());
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }

    void happens(EventType type, Bytes key, std::string why = "without the announcement")
    {
        m_now += 1s;
        auto change = changeWith({});
        change.serverNow = fake::serverTime(std::chrono::duration_cast<Milliseconds>(m_now.time_since_epoch()) - 1000s);
        m_event = {};
        m_event.type = type;
        m_event.id.key = std::move(key);
        m_event.owner = "web-3:17";
        m_event.time = change.serverNow;
        m_event.why = std::move(why);
        change.events.push_back(m_event);
        apply(change);
        m_page->incidents()->flush();
    }

    void clickFirst() const
    {
        const auto index = rows()->model()->index(0, IncidentModel::Lock);
        QTest::mouseClick(rows()->viewport(), Qt::LeftButton, {}, rows()->visualRect(index).center());
    }

    QTableView *rows() const { return m_area->table(); }
    PillButton *pill() const { return m_page->findChild<PillButton *>(u"incidentCount"_s); }
    QString cell(int row, IncidentModel::Column column) const { return rows()->model()->index(row, column).data().toString(); }

    QAction *action(const QString &iconText) const
    {
        for (auto *action : m_area->actions()) {
            if (action->iconText() == iconText)
                return action;
        }
        return nullptr;
    }

    IncidentArea *m_area = nullptr;
    LockEvent m_event;
    std::optional<QTemporaryDir> m_folder;
};

LOCKSCOPE_TEST(IncidentAreaTest)
#include "tst_incident_area.moc"
