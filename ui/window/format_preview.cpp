// SPDX-License-Identifier: MIT
#include "ui/window/format_preview.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::FormatTrial;

namespace {

constexpr auto pauseOfTyping = std::chrono::milliseconds(400);
constexpr std::size_t longestCell = 200; // characters

// Text of a server is shown exactly as it is.
class PreviewDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &shades = shadesOf(option.palette);
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        const auto place = option.rect.adjusted(leftPadding(index.column()), 0, -cellPadding, 0);
        const bool isName = index.column() == 0 || index.column() == 2;
        painter->setFont(option.font);
        painter->setPen(index.column() == 0 ? option.palette.color(QPalette::Text) : shades.secondary);
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          option.fontMetrics.elidedText(index.data().toString(), isName ? Qt::ElideMiddle : Qt::ElideRight, place.width()));
        painter->setPen(shades.hairline);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        painter->restore();
    }
};

QString factsText(const lockcore::LockInfo &lock)
{
    QStringList facts;
    if (!lock.holders.empty()) {
        for (const auto &fact : lock.holders.front().facts)
            facts << shownText(fact.label) + u' ' + shownText(fact.text);
    }
    return facts.join(u", "_s);
}

} // namespace

FormatPreview::FormatPreview(MonitorSource *source, const QString &server, QWidget *parent)
    : QWidget(parent)
    , m_source(source)
    , m_server(server)
    , m_status(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
    , m_model(new QStandardItemModel(0, 5, this))
    , m_table(new QTableView(this))
{
    auto *head = new QWidget(this);
    auto *line = layOutHead(head, tr("Preview"));
    m_status->setElides(Qt::ElideRight);
    m_status->setObjectName(u"previewStatus"_s);
    line->addWidget(m_status, 1);
    m_model->setHorizontalHeaderLabels({tr("Key"), tr("Read as"), tr("Owner"), tr("Its parts"), tr("TTL")});
    m_table->setObjectName(u"preview"_s);
    m_table->setAccessibleName(tr("Keys that the format matches"));
    m_table->setModel(m_model);
    setUpQuietTable(m_table);
    m_table->setItemDelegate(new PreviewDelegate(m_table));
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 2 * grid::unit + 2);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const int wide = fontMetrics().averageCharWidth();
    for (const auto &[column, characters] : {std::pair(1, 22), std::pair(4, 12)}) {
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Fixed);
        m_table->setColumnWidth(column, wide * characters);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_table, 1);
    m_patience.setSingleShot(true);
    m_patience.setInterval(pauseOfTyping);
    connect(&m_patience, &QTimer::timeout, this, &FormatPreview::begin);
    if (!source) {
        say(tr("Not connected: connect to a server to see which of its keys it matches."));
    } else {
        connect(source, &MonitorSource::tried, this, [this](lockcore::RequestId id, const FormatTrial &trial) {
            if (id == m_request)
                note(trial);
        });
    }
}

FormatPreview::~FormatPreview()
{
    if (m_source && m_request != 0)
        m_source->endTrial();
}

void FormatPreview::tryOut(const std::optional<lockcore::FormatRow> &row, const lockcore::Bytes &first)
{
    if (!m_source || (m_row == row && m_first == first && row))
        return;
    m_row = row;
    m_first = first;
    m_request = 0; // what still comes is about another format
    if (row)
        return m_patience.start();
    m_patience.stop();
    m_model->setRowCount(0);
    say(tr("Nothing is tried until the format is complete."));
}

void FormatPreview::begin()
{
    if (!m_source || !m_row)
        return;
    m_request = lockcore::newRequestId();
    m_model->setRowCount(0);
    say(tr("Looking …"));
    m_source->tryFormat(m_request, *m_row, m_first);
}

void FormatPreview::note(const FormatTrial &trial)
{
    for (auto row = static_cast<std::size_t>(m_model->rowCount()); row < trial.locks.size(); ++row) {
        const auto &[lock, at] = trial.locks[row];
        const auto readAs = m_row && lock.library == m_row->library ? tr("this format") : kindText(lock);
        QList<QStandardItem *> cells;
        for (const auto &text : {shownText(lock.id.key, longestCell), readAs, ownersText(lock), factsText(lock), ttlText(lock, at)}) {
            cells << new QStandardItem(text);
            cells.back()->setToolTip(text);
        }
        m_model->appendRow(cells);
    }
    say(statusOf(trial));
}

QString FormatPreview::statusOf(const FormatTrial &trial) const
{
    if (trial.error)
        return tr("The look ended: %1").arg(asSentence(trial.error->text));
    const auto keys = trial.keysSeen == 1 ? tr("one key") : tr("%1 keys").arg(numberText(trial.keysSeen));
    const auto looked = !trial.ended          ? tr("looked at %1 of %2 so far").arg(keys, m_server)
                        : trial.wholeDatabase ? tr("looked at all keys (%1) of %2").arg(numberText(trial.keysSeen), m_server)
                                              : tr("looked at %1 of %2 and stopped there").arg(keys, m_server);
    const auto shown = static_cast<std::int64_t>(trial.locks.size());
    const auto locks = shown == 1                                    ? tr("One lock")
                       : shown == 0                                  ? tr("No lock")
                       : trial.locks.size() < FormatTrial::mostLocks ? tr("%1 locks").arg(numberText(shown))
                                                                     : tr("The first %1 locks").arg(numberText(shown));
    // These have another type or value, or may not be read. Until the end, they may only not be read yet.
    const auto others = trial.wholeDatabase ? trial.named - shown : 0;
    if (others <= 0)
        return tr("%1; %2").arg(locks, looked);
    return tr("%1; %2 more by name alone; %3").arg(locks, numberText(others), looked);
}

QString FormatPreview::status() const { return m_status->text(); }

void FormatPreview::say(const QString &sentence) { m_status->setText(sentence); }

} // namespace lockscope
