// SPDX-License-Identifier: MIT
// Window and terminal agree on how bad each state and each event is, and "expiring" means one thing.
#include "support/test_program.h"

#include "app/command/text_columns.h"
#include "app/monitor/event_line.h"
#include "app/monitor/lock_table_text.h"
#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/model/state_rules.h"
#include "ui/monitor/event_list.h"
#include "ui/monitor/event_model.h"
#include "ui/monitor/lock_delegate.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/lock_tally.h"
#include "ui/monitor/owner_light.h"
#include "ui/monitor/shown_events.h"
#include "ui/monitor/state_glyph.h"
#include "ui/monitor/tile_row.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tile.h"
#include "ui/words/lock_words.h"
#include "ui/words/tone.h"

#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

const ServerTime now{std::chrono::seconds(1'700'000'000)};

std::vector<LockState> everyState()
{
    std::vector<LockState> states;
    for (int i = 0; i <= static_cast<int>(LockState::UnknownOwner); ++i)
        states.push_back(static_cast<LockState>(i));
    return states;
}

std::vector<EventType> everyEvent()
{
    std::vector<EventType> types;
    for (int i = 0; i <= static_cast<int>(EventType::Immortal); ++i)
        types.push_back(static_cast<EventType>(i));
    return types;
}

/// Which of the two warning colours an image contains, by its pixels.
QString troubleIn(const QImage &image)
{
    const auto &shades = shadesOf(paletteOf(Appearance::Light));
    bool warning = false, danger = false;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            warning = warning || image.pixelColor(x, y).rgb() == shades.warning.rgb();
            danger = danger || image.pixelColor(x, y).rgb() == shades.danger.rgb();
        }
    }
    return danger ? u"danger"_s : warning ? u"warning"_s : u"none"_s;
}

/// The same for a line of the terminal: by the colour before `word`.
QString troubleIn(const QString &line, const QString &word)
{
    static const QRegularExpression colours(u"\\x1b\\[(\\d+)m([^\\x1b]*)"_s);
    for (auto match = colours.globalMatch(line); match.hasNext();) {
        const auto found = match.next();
        if (found.captured(2).contains(word))
            return found.captured(1) == u"31"_s ? u"danger"_s : found.captured(1) == u"33"_s ? u"warning"_s : u"none"_s;
    }
    return u"none"_s;
}

QImage picture(const std::function<void(QPainter &)> &paint)
{
    QImage image(200, 40, QImage::Format_RGB32);
    image.fill(paletteOf(Appearance::Light).color(QPalette::Base));
    QPainter painter(&image);
    paint(painter);
    return image;
}

LockInfo lockIn(LockState state)
{
    LockInfo lock;
    lock.id.key = "k";
    lock.confidence = 4;
    lock.state = state;
    lock.heldSince = now - 10s;
    return lock;
}

LockEvent eventOf(EventType type)
{
    LockEvent event;
    event.id.key = "k";
    event.type = type;
    event.time = now;
    return event;
}

} // namespace

class ToneTest final : public QObject
{
    Q_OBJECT

private slots:
    void states_lookAlikeInWindowAndTerminal();
    void events_lookAlikeInWindowAndTerminal();
    void glyphs_areAllDifferent();
    void ranks_putWarningsFirst();
    void expiringRule_isShared_data();
    void expiringRule_isShared();
    void expiringTile_showsWhatItCounts();
    void stillNoLease_isAWarningInWindowAndTerminal();
    void contendedTile_namesUnknownParts();
};

void ToneTest::states_lookAlikeInWindowAndTerminal()
{
    const auto palette = paletteOf(Appearance::Light);
    for (const auto state : everyState()) {
        LockRow row;
        row.lock = lockIn(state);
        const auto window =
            troubleIn(picture([&](QPainter &painter) { paintStateGlyph(painter, QRectF(2, 2, 36, 36), row, stateColour(row, palette)); }));
        const auto terminal = troubleIn(lockTableText({&row.lock}, now, {120, true}), stateText(state));
        QVERIFY2(window == terminal, qPrintable(stateText(state) + u": window "_s + window + u", terminal "_s + terminal));
        QCOMPARE(isTrouble(toneOf(state)), window != u"none"_s);
    }
}

void ToneTest::events_lookAlikeInWindowAndTerminal()
{
    for (const auto type : everyEvent()) {
        EventModel model;
        model.append({eventOf(type)});
        ShownEvents shown(&model, {});
        OwnerLight light;
        EventList list(&shown, &light);
        QStyleOptionViewItem option;
        option.initFrom(&list);
        option.palette = paletteOf(Appearance::Light);
        option.font.setPixelSize(30); // large enough for strokes of whole pixels
        option.rect = QRect(0, 0, 600, 40);
        QImage image(600, 40, QImage::Format_RGB32);
        image.fill(option.palette.color(QPalette::Base));
        QPainter painter(&image);
        list.itemDelegate()->paint(&painter, option, shown.index(0, EventModel::What));
        painter.end();
        const auto window = troubleIn(image);
        const auto terminal = troubleIn(eventLine(eventOf(type), {120, true}), eventText(type));
        QVERIFY2(window == terminal, qPrintable(eventText(type) + u": window "_s + window + u", terminal "_s + terminal));
        QCOMPARE(isTrouble(toneOf(type)), window != u"none"_s);
        QCOMPARE(!markOf(type).isEmpty(), isTrouble(toneOf(type))); // never by colour alone
    }
}

void ToneTest::glyphs_areAllDifferent()
{
    QSet<QString> characters;
    QSet<QByteArray> pictures;
    for (const auto state : everyState()) {
        LockRow row;
        row.lock = lockIn(state);
        const auto image = picture([&](QPainter &painter) { paintStateGlyph(painter, QRectF(2, 2, 36, 36), row, Qt::black); });
        pictures.insert(QByteArray(reinterpret_cast<const char *>(image.constBits()), image.sizeInBytes()));
        characters.insert(glyphText(glyphOf(state)));
        QVERIFY(lockTableText({&row.lock}, now, {120, false}).contains(glyphText(glyphOf(state)) + u' ' + stateText(state)));
    }
    QCOMPARE(characters.size(), 10);
    QCOMPARE(pictures.size(), 10);
}

void ToneTest::ranks_putWarningsFirst()
{
    QSet<int> ranks;
    for (const auto state : everyState()) {
        ranks.insert(rankOf(state));
        QVERIFY(rankOf(state) >= 0 && rankOf(state) <= lastRank);
        for (const auto other : everyState())
            QVERIFY(toneOf(state) <= toneOf(other) || rankOf(state) < rankOf(other));
    }
    QCOMPARE(ranks.size(), 10);
}

void ToneTest::expiringRule_isShared_data()
{
    QTest::addColumn<int>("left");
    QTest::addColumn<int>("lease");
    QTest::addColumn<bool>("expiring");
    QTest::newRow("close to the end of a long lease") << 4000 << 60'000 << true;
    QTest::newRow("in the middle of a short lease") << 3000 << 6000 << false;
    QTest::newRow("close to the end of a short lease") << 1400 << 6000 << true;
    QTest::newRow("far from its end") << 20'000 << 60'000 << false;
}

// State, filter, tile and the colour of the cell.
void ToneTest::expiringRule_isShared()
{
    QFETCH(int, left);
    QFETCH(int, lease);
    QFETCH(bool, expiring);
    auto lock = lockIn(LockState::Held);
    lock.deadline = now + Milliseconds(left);
    lock.lease = Milliseconds(lease);
    StateEvidence evidence;
    evidence.now = evidence.lastLook = now;
    lock.state = stateOf(lock, evidence).state;
    QCOMPARE(lock.state == LockState::Expiring, expiring);
    QCOMPARE(isExpiring(lock, now), expiring);
    QCOMPARE(Filter::parse("state:expiring")->matches(lock, now), expiring);

    constexpr Moment moment(1000s);
    LockModel model(nullptr, [moment] { return moment; });
    MonitorChange change;
    change.at = moment;
    change.serverNow = now;
    change.changed = {lock};
    model.apply(change);
    QCOMPARE(tallyOf(model).expiring, expiring ? 1 : 0);
    LockSortFilter rows(&model);
    LockDelegate delegate(&rows);
    QStyleOptionViewItem option;
    option.palette = paletteOf(Appearance::Light);
    option.rect = QRect(0, 0, 200, 40);
    const auto image = picture([&](QPainter &painter) { delegate.paint(&painter, option, rows.index(0, LockModel::Lease)); });
    QCOMPARE(troubleIn(image), expiring ? u"warning"_s : u"none"_s);
}

void ToneTest::expiringTile_showsWhatItCounts()
{
    TileRow tiles;
    QSignalSpy wanted(&tiles, &TileRow::filterWanted);
    tiles.findChild<Tile *>(u"expiring"_s)->click();
    QCOMPARE(wanted.size(), 1);
    const auto filter = Filter::parse(wanted[0][0].toString().toStdString());
    QVERIFY(filter);
    for (const auto state : everyState()) // a lock in another state that is near its end is neither counted nor shown
        QCOMPARE(filter->matches(lockIn(state), now), state == LockState::Expiring);
}

// The same state as before, but shown otherwise, counted, and sorted to the front.
void ToneTest::stillNoLease_isAWarningInWindowAndTerminal()
{
    LockRow row;
    row.lock = lockIn(LockState::NoLease);
    const auto before = severity(row);
    const auto pictureOf = [](const LockRow &row) {
        const auto palette = paletteOf(Appearance::Light);
        return picture([&](QPainter &painter) { paintStateGlyph(painter, QRectF(2, 2, 36, 36), row, stateColour(row, palette)); });
    };
    QCOMPARE(troubleIn(pictureOf(row)), u"none"_s);
    row.lock.noLeaseTooLong = true;
    QCOMPARE(troubleIn(pictureOf(row)), u"warning"_s);
    QCOMPARE(troubleIn(lockTableText({&row.lock}, now, {120, true}), u"still no expiry"_s), u"warning"_s);
    QVERIFY(severity(row) < before);
    for (const auto state : everyState()) // never by colour alone
        QVERIFY(glyphOf(row.lock) != glyphOf(state) && stateText(row.lock) != stateText(state) && rankOf(row.lock) != rankOf(state));
    QVERIFY(rankOf(row.lock) < rankOf(LockState::Expiring));
    QVERIFY(Filter::parse("state:no-lease")->matches(row.lock, now));

    LockModel model;
    MonitorChange change;
    change.serverNow = now;
    change.changed = {row.lock};
    model.apply(change);
    QCOMPARE(tallyOf(model).needAttention, 1);
    TileRow tiles;
    tiles.showTally(tallyOf(model), 0);
    const auto *tile = tiles.findChild<Tile *>(u"needLook"_s);
    QCOMPARE(tile->number(), u"1"_s);
    QCOMPARE(tile->meaning(), u"needs attention: 1 still without expiry"_s);
}

// Unknown is not 0.
void ToneTest::contendedTile_namesUnknownParts()
{
    TileRow tiles;
    const auto *tile = tiles.findChild<Tile *>(u"contended"_s);
    const auto shown = [&](int contended, int unknown) {
        LockTally tally;
        tally.contended = contended;
        tally.waitersUnknown = unknown;
        tiles.showTally(tally, 0);
        return tile->number();
    };
    QCOMPARE(shown(0, 0), u"0"_s);
    QCOMPARE(shown(2, 0), u"2"_s);
    QVERIFY(!tile->toolTip().contains(u"not known"_s));
    QCOMPARE(shown(0, 1), u"?"_s);
    QVERIFY(tile->toolTip().contains(u"Of 1 lock it is not known"_s));
    QCOMPARE(shown(2, 5), u"≥ 2"_s);
    QVERIFY(tile->toolTip().contains(u"waiters>0"_s) && tile->toolTip().contains(u"Of 5 locks it is not known"_s));
}

LOCKSCOPE_TEST(ToneTest)
#include "tst_tone.moc"
