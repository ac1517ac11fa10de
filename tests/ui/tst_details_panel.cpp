// SPDX-License-Identifier: MIT
// What the window says about the selected lock, in which order, and what of it is in sight without scrolling.
#include "support/test_program.h"

#include "ui/release_window_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/wrapped_text.h"

#include <QScrollBar>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class DetailsPanelTest final : public ReleaseWindowCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void selectedLock_verdictComesFirstAndRecognitionLast()
    {
        startWithLocks();
        choose("sync:{9}");
        QTRY_VERIFY(shown().contains(u"DEL sync:{9}"_s));
        const QStringList expected{u"sync:{9}"_s,
                                   u"immortal · redisson RLock"_s,
                                   u"▲ Will never end by itself: its lease is missing."_s,
                                   u"At least 3 wait; if its holder dies it stays locked."_s,
                                   u"e07b11c4-5555-4666-8777-88889999aaaa:3"_s, // the holder
                                   u"none, although there should be one"_s,     // the lease
                                   u"at least 3 (asked"_s,                      // waiters
                                   u"DEL sync:{9}"_s,                           // a release
                                   u"seen · "_s,                                // history
                                   u"redisson_lock_token:{sync:{9}}"_s,         // related keys
                                   u"hash, 1 field"_s,                          // structure
                                   u"One field shaped"_s};                      // recognition
        qsizetype at = -1;
        for (const auto &part : expected) {
            const auto here = shown().indexOf(part, at + 1);
            QVERIFY2(here > at, qPrintable(part + u" in:\n"_s + shown()));
            at = here;
        }
    }

    void everyLock_releaseIsInSightWithoutScrolling()
    {
        QCOMPARE(window()->size(), QSize(1280, 720));
        window()->connectTo({}); // read-only: one more line
        const auto first = fake::Scene().first();
        m_source->releases.locks = first.changed;
        emit m_source->changed(first);
        for (const auto &lock : first.changed) {
            choose(lock.id.key);
            const auto name = QString::fromStdString(lock.id.key);
            QTRY_VERIFY2(shown().startsWith(name) && bottomOf(u"If everything is still"_s), qPrintable(shown()));
            QCOMPARE(panel()->verticalScrollBar()->value(), 0);
            const auto *permit = panel()->findChild<LinkButton *>(u"allowReleasing"_s);
            QVERIFY(permit && permit->isVisible());
            const auto bottom = [&] { return permit->mapTo(panel()->viewport(), QPoint(0, permit->height())).y(); };
            const int room = panel()->viewport()->height();
            QTRY_VERIFY2(bottom() <= room, qPrintable(u"%1: %2 of %3"_s.arg(name).arg(bottom()).arg(room)));
        }
    }

    // The first sentences change every few seconds: what a person is about to click must not move with them.
    void verdictGetsShorter_linksStayWhereTheyAre()
    {
        startWithLocks();
        choose("order:{4711}");
        auto changed = lock("order:{4711}");
        changed.renewals = {};
        emit m_source->changed(changeOf(changed));
        QTRY_VERIFY2(shown().contains(u"No renewal seen"_s), qPrintable(shown()));
        const auto *link = panel()->findChild<LinkButton *>(u"whoDoesThisLink"_s);
        const auto place = [&] { return link->mapTo(panel()->widget(), QPoint()).y(); };
        QTest::qWait(50); // the layout
        const int before = place();
        changed.renewals.count = 1;
        changed.renewals.last = fake::serverTime({});
        emit m_source->changed(changeOf(changed));
        QTRY_VERIFY2(shown().contains(u"Renewed "_s), qPrintable(shown()));
        QTest::qWait(50);
        QCOMPARE(place(), before);
        choose("sync:{9}"); // another lock has its own space
        choose("order:{4711}");
        QTest::qWait(50);
        QVERIFY2(place() < before, qPrintable(u"%1 %2"_s.arg(place()).arg(before)));
    }

    // What was known when it ended is not repeated as if it were so still.
    void endedLock_verdictSaysHowAndWhen()
    {
        startWithLocks();
        choose("sync:{9}");
        auto change = changeOf(lock("sync:{9}"));
        change.changed.clear();
        change.gone.push_back({lock("sync:{9}"), EventType::DeletedEarly, fake::serverTime(1s)});
        emit m_source->changed(change);
        QTRY_VERIFY2(shown().contains(u"Deleted early at "_s), qPrintable(shown()));
        QVERIFY(!shown().contains(u"Will never end"_s));
    }

    void firstTable_hasTroubleFirstThenWhatSomebodyWaitsFor()
    {
        startWithLocks();
        QCOMPARE(m_window->names().mid(0, 4), (QStringList{u"sync:{9}"_s, u"fair:gate"_s, u"lock_sale_42"_s, u"{inv}:rw"_s}));
        const auto others = m_window->names().mid(4);
        QVERIFY2(std::ranges::is_sorted(others), qPrintable(others.join(u' ')));
    }

    // Otherwise the rows of a busy server would jump all the time.
    void statesThatLastForSeconds_moveNoRow()
    {
        startWithLocks();
        const auto before = m_window->names();
        auto held = lock("bull:mail:81:lock");
        for (const auto state : {LockState::Expiring, LockState::TakenOver, LockState::UnknownOwner, LockState::Held}) {
            held.state = state;
            ++held.renewals.count;
            emit m_source->changed(changeOf(held));
            QVERIFY(!m_window->rows()->outOfOrder());
        }
        QCOMPARE(m_window->names(), before);
        held.state = LockState::RenewalOverdue;
        emit m_source->changed(changeOf(held));
        QTRY_COMPARE(m_window->names().at(1), u"bull:mail:81:lock"_s);
    }

private:
    void choose(const std::string &key) const { table()->setCurrentIndex(m_window->rowOf({0, key})); }
    DetailsPanel *panel() const { return window()->findChild<DetailsPanel *>(); }
    QString shown() const { return panel()->text(); }

    // In the coordinates of the panel's visible part; none: not shown.
    std::optional<int> bottomOf(const QString &part) const
    {
        for (const auto *text : panel()->findChildren<WrappedText *>()) {
            if (text->isVisible() && text->toPlainText().contains(part))
                return text->mapTo(panel()->viewport(), QPoint(0, text->height())).y();
        }
        return std::nullopt;
    }
};

LOCKSCOPE_TEST(DetailsPanelTest)
#include "tst_details_panel.moc"
