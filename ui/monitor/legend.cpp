// SPDX-License-Identifier: MIT
#include "ui/monitor/legend.h"

#include "ui/monitor/state_glyph.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_ink.h"
#include "ui/words/tone.h"

#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <functional>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

using PaintSign = std::function<void(QPainter &painter, const QRectF &place, const QPalette &palette)>;

constexpr int signHeight = 11;
constexpr int barWidth = 40;

class LegendEntry final : public QWidget
{
public:
    LegendEntry(PaintSign sign, int signWidth, const QString &word, const QString &term, QWidget *parent)
        : QWidget(parent)
        , m_sign(std::move(sign))
        , m_signWidth(signWidth)
        , m_word(word)
    {
        setAccessibleName(word);
        setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
        setTerm(this, term);
    }

    QSize sizeHint() const override
    {
        return {textLeft() + fontMetrics().horizontalAdvance(m_word) + 1, fontMetrics().height() + grid::unit};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.save();
        m_sign(painter, QRectF(0, (height() - signHeight) / 2.0, m_signWidth, signHeight), palette());
        painter.restore();
        painter.setPen(shadesOf(palette()).secondary);
        painter.drawText(rect().adjusted(textLeft(), 0, 0, 0), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         m_word);
    }

private:
    int textLeft() const { return m_signWidth + 6; }

    const PaintSign m_sign;
    const int m_signWidth;
    const QString m_word;
};

PaintSign glyphOfState(const ShownState &state, bool gone = false)
{
    LockRow row;
    row.lock.state = state.state;
    row.lock.noLeaseTooLong = state.noLeaseTooLong;
    if (gone)
        row.goneAt = Moment{};
    return [row](QPainter &painter, const QRectF &place, const QPalette &palette) {
        paintStateGlyph(painter, place, row, stateColour(row, palette));
    };
}

void paintBar(QPainter &painter, const QRectF &place, const QPalette &palette, int colour)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ownerColour(palette, colour));
    painter.drawRoundedRect(place, 1, 1);
}

PaintSign held()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) { paintBar(painter, place, palette, 0); };
}

PaintSign handedOver()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        const auto half = place.width() / 2;
        paintBar(painter, place.adjusted(0, 0, -half, 0), palette, 0);
        paintBar(painter, place.adjusted(half, 0, 0, 0), palette, 1);
    };
}

PaintSign traced()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        const auto half = place.width() / 2;
        paintBar(painter, place.adjusted(0, 2, -half, 0), palette, 0);
        paintBar(painter, place.adjusted(half, 2, 0, 0), palette, 1);
        paintKnownDot(painter, QPointF(place.center().x(), place.top() + 2), palette);
    };
}

PaintSign awaited()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        paintBar(painter, place, palette, 0);
        TimelineHatch(waitingColour(palette), painter).fill(painter, place, 0);
    };
}

PaintSign renewed()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        paintBar(painter, place, palette, 0);
        for (const int x : {10, 20, 30})
            painter.fillRect(QRectF(place.left() + x, place.top() - 1, 1, place.height() + 2), palette.color(QPalette::Text));
    };
}

PaintSign unseen()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        TimelineHatch(shadesOf(palette).faint, painter).fill(painter, place, 0);
    };
}

PaintSign alarm()
{
    return [](QPainter &painter, const QRectF &place, const QPalette &palette) {
        const auto colour = shadesOf(palette).danger;
        paintBar(painter, place, palette, 0);
        painter.fillRect(QRectF(place.center().x() - 1, place.top() - 2, 2, place.height() + 4), colour);
        painter.drawPixmap(QPointF(place.center().x() - 4, place.top() - 4), triangleTile(colour, painter.device()->devicePixelRatioF()));
    };
}

PaintSign text(const QString &sign)
{
    return [sign](QPainter &painter, const QRectF &place, const QPalette &palette) {
        painter.setPen(palette.color(QPalette::Text));
        painter.drawText(place.adjusted(0, -4, 0, 4), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, sign);
    };
}

} // namespace

Legend::Legend(QWidget *parent)
    : QWidget(parent)
{
    auto *lines = new QGridLayout(this);
    lines->setContentsMargins({});
    lines->setVerticalSpacing(0);
    lines->setHorizontalSpacing(grid::spacing);
    int count = 0;
    const auto addState = [&](const ShownState &state, const QString &term, bool gone = false) {
        const auto word = gone ? tr("gone") : stateText(state);
        lines->addWidget(new LegendEntry(glyphOfState(state, gone), signHeight, word, term.isEmpty() ? word : term, this), count / 2,
                         count % 2);
        ++count;
    };
    ShownState still(LockState::NoLease);
    still.noLeaseTooLong = true;
    addState(LockState::Held, {}); // the short words at the left: the panel is narrow
    addState(LockState::Immortal, {});
    addState(LockState::Contended, {});
    addState(LockState::RenewalOverdue, {});
    addState(LockState::Expiring, {});
    addState(still, {});
    addState(LockState::NoLease, u"no lease"_s);
    addState(LockState::HeldTooLong, {});
    addState(LockState::Stale, {});
    addState(LockState::TakenOver, {});
    addState(LockState::Held, {}, true);
    addState(LockState::UnknownOwner, {});
    int row = (count + 1) / 2;
    lines->setRowMinimumHeight(row++, grid::spacing);
    const auto addSign = [&](PaintSign sign, const QString &word, const QString &term) {
        lines->addWidget(new LegendEntry(std::move(sign), barWidth, word, term, this), row++, 0, 1, 2);
    };
    addSign(held(), tr("held, over time"), u"held"_s);
    addSign(handedOver(), tr("another owner"), u"changed hands"_s);
    addSign(traced(), tr("taken by a known client"), u"trace"_s);
    addSign(renewed(), tr("renewed, at each tick"), u"renewal"_s);
    addSign(awaited(), tr("somebody waits"), u"contention"_s);
    addSign(unseen(), tr("nothing was seen then"), u"hatched"_s);
    addSign(alarm(), tr("trouble"), u"incident"_s);
    addSign(text(u"≥ 2"_s), tr("at least 2, perhaps more"), u"waiter"_s);
    addSign(text(u"+"_s), tr("more than this happened"), u"coalesced"_s);
    addSign(text(u"?"_s), tr("not known"), u"waiter"_s);
    lines->setColumnStretch(1, 1);
}

void Legend::popUpAbove(const QWidget *button, QWidget *page)
{
    auto *window = new QFrame(page, Qt::Popup);
    window->setObjectName(u"signs"_s);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setFrameStyle(QFrame::Box | QFrame::Plain);
    auto frame = page->palette();
    frame.setColor(QPalette::WindowText, shadesOf(frame).faint);
    window->setPalette(frame);
    auto *layout = new QVBoxLayout(window);
    layout->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    layout->setSpacing(grid::spacing);
    layout->addWidget(makeCaption(tr("Signs"), window));
    layout->addWidget(new Legend(window));
    auto *words = new LinkButton(tr("All words: glossary"), window);
    connect(words, &QAbstractButton::clicked, window, [window, page] {
        window->close();
        GlossaryDialog::open(page);
    });
    layout->addWidget(words);
    window->adjustSize();
    window->move(button->mapToGlobal(button->rect().topRight()) - window->rect().bottomRight());
    window->show();
}

} // namespace lockscope
