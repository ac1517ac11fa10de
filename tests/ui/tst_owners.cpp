// SPDX-License-Identifier: MIT
// Colours show that a lock changed hands; an owner that is selected or under the pointer lights up everywhere.
#include "support/test_program.h"

#include "ui/page_case.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/lock_lanes.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/lane_colours.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"

#include <QHeaderView>

#include <set>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

class OwnersTest final : public PageCase
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { m_page.reset(); }

    void recentOwnersOfALock_neverShareAColour()
    {
        TimelineHistory history;
        const int lane = history.addLane(u"order"_s);
        std::vector<int> colours;
        for (int turn = 0; turn < 40; ++turn) {
            const auto owner = u"owner %1"_s.arg(turn);
            const int colour = nextColourIn(history.lane(lane), owner);
            colours.push_back(colour);
            const std::set<int> recent(colours.size() < 6 ? colours.begin() : colours.end() - 6, colours.end());
            QCOMPARE(recent.size(), std::min<std::size_t>(6, colours.size()));
            history.mark(lane, {TimelineTime(std::chrono::seconds(turn)), 0}); // without marks, a lane has no past
            history.open(lane, {TimelineTime(std::chrono::seconds(turn)), {}, owner, colour, true});
            QCOMPARE(colourIn(history.lane(lane), owner), colour);
        }
        QCOMPARE(nextColourIn(history.lane(lane), u"owner 37"_s), colours[37]); // it is back
        QCOMPARE(nextColourIn(history.lane(lane), QString()), -1);
        QCOMPARE(colourIn(history.lane(lane), u"nobody"_s), -1);
    }

    // Between locks a colour means nothing: each begins with the first one.
    void differentLocks_beginWithTheSameColour()
    {
        apply(changeWith({heldBy("a", "one"), heldBy("b", "two"), heldBy("c", "three")}));
        for (const auto &[key, owner] : {std::pair("a", "one"), {"b", "two"}, {"c", "three"}})
            QCOMPARE(feed().colourOf({0, key}, owner), 0);
        m_now += 1s;
        apply(changeWith({heldBy("b", "one")}));
        QCOMPARE(feed().colourOf({0, "b"}, "one"), 1);
        QCOMPARE(feed().colourOf({0, "a"}, "one"), 0);
        QCOMPARE(feed().colourOf({0, "b"}, "nobody"), -1);
    }

    void table_isNeutralUntilAnOwnerIsSelectedOrUnderThePointer()
    {
        apply(changeWith({heldBy("a", "one"), heldBy("b", "two"), heldBy("c", "one")}));
        QCOMPARE(litRows(), u"000"_s);
        m_table->selectRow(0);
        QCOMPARE(litRows(), u"101"_s);
        m_now += 1s;
        apply(changeWith({heldBy("a", "two")})); // the selected lock changes hands
        QCOMPARE(litRows(), u"110"_s);
        m_table->clearSelection();
        QCOMPARE(litRows(), u"000"_s);
        point(2, LockModel::Owner);
        QCOMPARE(litRows(), u"001"_s);
        point(2, LockModel::Name);
        QCOMPARE(litRows(), u"000"_s);
    }

    // Under its bar, so that the bar keeps its colour.
    void timeline_underlinesTheOwnerInEveryLane()
    {
        apply(changeWith({heldBy("a", "one"), heldBy("b", "two"), heldBy("c", "one")}));
        m_now += 5s;
        QCOMPARE(underlined(), 0);
        m_table->selectRow(0);
        QTRY_COMPARE(underlined(), 2);
    }

    void wideTable_showsOwnersInFull()
    {
        const auto lock = fake::lock("order", 30s);
        apply(changeWith({lock}));
        const auto fixed = QFontMetrics(fixedFont(m_table->font()));
        const int full = fixed.horizontalAdvance(QString::fromStdString(lock.holders.front().owner));
        QVERIFY(m_table->columnWidth(LockModel::Owner) < full);
        m_page->resize(1920, 900);
        QTRY_VERIFY(m_table->columnWidth(LockModel::Owner) > full);
        QVERIFY(m_table->columnWidth(LockModel::Name) > fixed.horizontalAdvance(QString(20, u'0')));
    }

    void tokenWithATime_detailsSayWhenItWasDrawn()
    {
        apply(changeWith({heldBy("a", "1978b600-e5a2-11f1-8f0a-00163e5f7a01:17")})); // 2026-11-21T11:53:00Z
        m_table->selectRow(0);
        const auto text = m_page->findChild<DetailsPanel *>()->text();
        QVERIFY2(text.contains(u"Token drawn by a clock that is "_s), qPrintable(text)); // the scene is at 01:43:38
        m_now += 11h;
        auto change = changeWith({heldBy("a", "1978b600-e5a2-11f1-8f0a-00163e5f7a01:18")});
        change.serverNow = fake::serverTime(11h);
        apply(change);
        QTRY_VERIFY(m_page->findChild<DetailsPanel *>()->text().contains(u" ago, by its client's clock."_s));
    }

private:
    static LockInfo heldBy(const char *key, const char *owner)
    {
        auto lock = fake::lock(key, 30s);
        lock.holders = {{owner, 1, Mode::Exclusive, {}, {}}};
        return lock;
    }

    const TimelineFeed &feed() const { return m_page->findChild<TimelineArea *>()->feed(); }

    QImage cell(int row, LockModel::Column column) const
    {
        return m_table->viewport()->grab().toImage().copy(m_table->visualRect(m_page->rows()->index(row, column)));
    }

    // The frame around a lit owner is the only thing in the cell in the accent's colour.
    bool isLit(int row) const { return count(cell(row, LockModel::Owner), shadesOf(m_table->palette()).accent) > 20; }

    QString litRows() const
    {
        QString rows;
        for (int row = 0; row < m_page->rows()->rowCount(); ++row)
            rows += isLit(row) ? u'1' : u'0';
        return rows;
    }

    static int count(const QImage &image, const QColor &colour)
    {
        const auto near = [&](const QColor &pixel) {
            return std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) + std::abs(pixel.blue() - colour.blue())
                   < 60;
        };
        int found = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                found += near(image.pixelColor(x, y)) ? 1 : 0;
        }
        return found;
    }

    void point(int row, LockModel::Column column) const
    {
        const auto place = m_table->visualRect(m_page->rows()->index(row, column)).center();
        QMouseEvent moved(QEvent::MouseMove, place, m_table->viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(m_table->viewport(), &moved);
    }

    // How many lanes have a line in the accent's colour: runs of picture rows with many such pixels.
    int underlined() const
    {
        const auto *view = m_page->findChild<TimelineView *>();
        const auto image = const_cast<TimelineView *>(view)->viewport()->grab().toImage();
        const auto accent = shadesOf(m_page->palette()).accent.rgb();
        int lanes = 0;
        bool before = false;
        for (int y = 0; y < image.height(); ++y) {
            int pixels = 0;
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == accent ? 1 : 0;
            const bool line = pixels > 10;
            lanes += line && !before ? 1 : 0;
            before = line;
        }
        return lanes;
    }
};

LOCKSCOPE_TEST(OwnersTest)
#include "tst_owners.moc"
