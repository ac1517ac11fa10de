// SPDX-License-Identifier: MIT
#include "ui/monitor/incident_area.h"

#include "ui/monitor/incident_model.h"
#include "ui/monitor/incident_store.h"
#include "ui/monitor/tone_colour.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/words/incident_words.h"
#include "ui/words/lock_words.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Incident;

namespace {

constexpr int linesInSight = 4; // more are scrolled to: the table of locks needs its space
constexpr int mostFitted = 50;  // rows whose reasons are measured

class IncidentDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &incident = static_cast<const IncidentModel *>(index.model())->incidentAt(index.row());
        const int column = index.column();
        const bool isKey = column == IncidentModel::Lock || column == IncidentModel::Owner;
        const auto &shades = shadesOf(option.palette);
        const auto colour = incident.acknowledged           ? shades.faint
                            : column == IncidentModel::What ? toneColour(toneOf(incident), option.palette)
                            : column == IncidentModel::Lock ? option.palette.color(QPalette::Text)
                                                            : shades.secondary;
        auto text = index.data().toString();
        if (column == IncidentModel::Owner && !fits(text, option)) // the short form keeps both ends apart
            text = ownerText(incident.owner);
        if (column == IncidentModel::What)
            text.prepend(incident.acknowledged ? u"✓ "_s : incident.unproved ? u"? "_s : u"▲ "_s);
        auto line = option;
        line.rect.setHeight(lineHeight(option.fontMetrics));
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shades.selected);
        if (column != IncidentModel::Why || option.rect.height() == line.rect.height())
            return paintQuietCell(*painter, line, column, text, isKey, colour);
        painter->save();
        painter->setPen(colour);
        painter->setFont(option.font);
        painter->drawText(reasonIn(option.rect), Qt::TextWordWrap, text);
        painter->restore();
    }

    static int lineHeight(const QFontMetrics &metrics) { return metrics.height() + grid::spacing; }

    static bool fits(const QString &owner, const QStyleOptionViewItem &option)
    {
        const auto needed = QFontMetricsF(fixedFont(option.font)).horizontalAdvance(owner);
        return needed <= option.rect.width() - leftPadding(IncidentModel::Owner) - cellPadding + 1;
    }

    static QRect reasonIn(const QRect &cell)
    {
        return cell.adjusted(leftPadding(IncidentModel::Why), grid::unit, -cellPadding, -grid::unit);
    }
};

} // namespace

IncidentArea::IncidentArea(IncidentStore *store, QWidget *parent)
    : QWidget(parent)
    , m_store(store)
    , m_rows(new IncidentModel(this))
    , m_head(new QWidget(this))
    , m_counts(new ShadedLabel(ShadedLabel::Shade::Faint, m_head))
    , m_empty(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_table(new QTableView(this))
    , m_show(new QAction(tr("&Incidents"), this))
    , m_one(new QAction(tr("A&cknowledge the incident"), this))
    , m_all(new QAction(tr("Acknowledge &all incidents"), this))
    , m_old(new QAction(tr("Acknowledged incidents, &too"), this))
{
    setObjectName(u"incidentArea"_s);
    setUpHead();
    setUpTable();
    m_empty->setObjectName(u"noIncidents"_s);
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(grid::group, 0, grid::group, grid::spacing);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addWidget(m_head);
    layout->addWidget(m_empty);
    layout->addWidget(m_table);
    setFocusProxy(m_table);
    connect(m_show, &QAction::toggled, this, &IncidentArea::setVisible);
    connect(m_show, &QAction::triggered, this, [this](bool shown) { // whoever asks for them wants to go there
        if (shown)
            setFocus();
    });
    connect(m_one, &QAction::triggered, this, &IncidentArea::acknowledgeSelected);
    connect(m_all, &QAction::triggered, this, &IncidentArea::acknowledgeAll);
    connect(m_old, &QAction::toggled, this, &IncidentArea::refresh);
    connect(store, &IncidentStore::changed, this, &IncidentArea::followStore);
    hide();
    refresh();
}

void IncidentArea::setUpHead()
{
    m_show->setObjectName(u"showIncidents"_s);
    m_show->setCheckable(true);
    m_show->setShortcut(Qt::CTRL | Qt::Key_I);
    m_show->setToolTip(tr("What went wrong with locks, until you acknowledge it"));
    m_one->setShortcut(Qt::CTRL | Qt::Key_K);
    m_one->setShortcutContext(Qt::WidgetShortcut); // elsewhere one does not see which one is selected
    m_one->setWhatsThis(tr("in their list"));
    m_one->setIconText(tr("Acknowledge"));
    m_one->setToolTip(tr("You have seen it: it leaves this list and the count in the header. Nothing changes on the server."));
    m_all->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_K);
    m_all->setIconText(tr("Acknowledge all"));
    m_all->setToolTip(tr("You have seen them: they leave this list and the count in the header. Nothing changes on the server."));
    m_old->setCheckable(true);
    m_old->setIconText(tr("Acknowledged ones, too"));
    m_counts->setObjectName(u"incidentCounts"_s);
    auto *layout = layOutHead(m_head, tr("Incidents"));
    layout->addWidget(m_counts, 1);
    for (auto *action : {m_old, m_one, m_all}) {
        auto *button = new QToolButton(m_head);
        button->setDefaultAction(action);
        button->setAccessibleName(action->text().remove(u'&'));
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    auto *close = new QToolButton(m_head);
    close->setText(u"×"_s);
    close->setAccessibleName(tr("Close the incidents"));
    close->setToolTip(tr("The header keeps their number"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, m_show, [this] { m_show->setChecked(false); });
    layout->addWidget(close);
}

void IncidentArea::setUpTable()
{
    m_table->setObjectName(u"incidents"_s);
    m_table->setAccessibleName(tr("Incidents"));
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new IncidentDelegate(m_table));
    setUpQuietTable(m_table);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *moment = new QAction(tr("&Show the moment in the timeline"), m_table);
    moment->setShortcuts({Qt::Key_Return, Qt::Key_Enter});
    moment->setShortcutContext(Qt::WidgetShortcut);
    connect(moment, &QAction::triggered, this, [this] {
        if (m_table->currentIndex().isValid())
            emit momentWanted(Incident(m_rows->incidentAt(m_table->currentIndex().row())));
    });
    m_table->addActions({moment, m_one});
    connect(m_table, &QAbstractItemView::clicked, moment, &QAction::trigger);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &IncidentArea::showWhatIsPossible);
    new FocusRing(m_table);
}

QList<QAction *> IncidentArea::actions() const { return {m_show, m_one, m_all, m_old}; }

void IncidentArea::open()
{
    m_show->setChecked(true);
    m_table->setFocus();
}

void IncidentArea::setFrozen(bool frozen)
{
    m_frozen = frozen;
    followStore();
}

// While frozen, nothing moves; the header counts the incidents. What the user acknowledges leaves nevertheless.
void IncidentArea::followStore()
{
    if (!m_frozen || m_store->list().open() < m_open)
        refresh();
}

// A new incident opens the area, also if the user has closed it.
void IncidentArea::refresh()
{
    const auto &list = m_store->list();
    const auto was = std::exchange(m_open, list.open());
    m_rows->show(list, m_old->isChecked());
    showWhatIsPossible();
    QStringList counts{tr("%Ln not acknowledged", nullptr, static_cast<int>(m_open))};
    if (list.dropped() > 0)
        counts << tr("older ones that are no longer kept: %1").arg(numberText(list.dropped()));
    m_counts->setText(m_open == 0 && list.dropped() == 0 ? QString() : counts.join(u" · "_s));
    m_empty->setText(emptyText());
    fit();
    if (m_open > was)
        m_show->setChecked(true);
    else if (m_open == 0 && was > 0 && !m_old->isChecked())
        m_show->setChecked(false);
}

void IncidentArea::showWhatIsPossible()
{
    m_one->setEnabled(!selected().empty());
    m_all->setEnabled(m_open > 0);
    m_old->setEnabled(m_store->list().size() > m_open || m_old->isChecked());
}

QString IncidentArea::emptyText() const
{
    if (m_store->list().size() > 0)
        return tr("All incidents are acknowledged.");
    return tr(
        "No incidents. One is listed here when a lock is deleted early, never ends, misses its renewal or comes back after its end, or when "
        "the connection is lost; it stays until you acknowledge it.");
}

void IncidentArea::fit()
{
    const bool any = m_rows->rowCount() > 0;
    m_table->verticalHeader()->setDefaultSectionSize(IncidentDelegate::lineHeight(fontMetrics()));
    fitColumns();
    m_table->setFixedHeight(any ? m_table->horizontalHeader()->sizeHint().height() + fitRows() + grid::unit : 0);
    m_table->setVisible(any);
    m_empty->setVisible(!any);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMaximumHeight(sizeHint().height());
}

// Each row is as high as its reason needs. Returns the height of the rows that fit into the area.
int IncidentArea::fitRows()
{
    const int line = IncidentDelegate::lineHeight(fontMetrics());
    int height = 0;
    bool full = false;
    const int scrollBar = m_table->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_table);
    const int room = width() - m_table->columnViewportPosition(IncidentModel::Why) - scrollBar;
    const QRect cell(0, 0, std::max(room, 20 * fontMetrics().averageCharWidth()), 10'000);
    const auto space = IncidentDelegate::reasonIn(cell);
    for (int row = 0; row < std::min(m_rows->rowCount(), mostFitted); ++row) {
        const auto why = m_rows->index(row, IncidentModel::Why).data().toString();
        const int text = fontMetrics().boundingRect(space, Qt::TextWordWrap, why).height();
        const int needed = std::max(line, text + 2 * grid::unit);
        m_table->setRowHeight(row, needed);
        full = full || (row > 0 && height + needed > linesInSight * line);
        height += full ? 0 : needed;
    }
    return height;
}

// The words and the time take what they need, the evidence the rest. An owner is whole where that leaves the evidence its space, and can
// always be distinguished. The server's name is needed only if some of them are of another one.
void IncidentArea::fitColumns()
{
    const QFontMetricsF text(font()), names(fixedFont(font()));
    const auto set = [&](IncidentModel::Column column, qreal width) {
        m_table->setColumnWidth(column, static_cast<int>(width) + leftPadding(column) + cellPadding + 1);
    };
    qreal what = text.horizontalAdvance(tr("renewal overdue")), time = 0, lock = 0, owner = 0, server = 0;
    for (int row = 0; row < std::min(m_rows->rowCount(), 50); ++row) {
        const auto cell = [&](IncidentModel::Column column) { return m_rows->index(row, column).data().toString(); };
        what = std::max(what, text.horizontalAdvance(cell(IncidentModel::What)));
        time = std::max(time, figuresWidth(text, cell(IncidentModel::Time)));
        owner = std::max(owner, names.horizontalAdvance(cell(IncidentModel::Owner)));
        lock = std::max(lock, names.horizontalAdvance(cell(IncidentModel::Lock)));
        server = std::max(server, text.horizontalAdvance(cell(IncidentModel::Server)));
    }
    set(IncidentModel::What, what + text.horizontalAdvance(u"▲ "_s));
    set(IncidentModel::Time, time);
    set(IncidentModel::Lock, std::min(lock, names.averageCharWidth() * 26));
    set(IncidentModel::Server, std::min(server, text.averageCharWidth() * 18));
    bool elsewhere = false;
    for (int row = 0; row < m_rows->rowCount() && !elsewhere; ++row)
        elsewhere = !m_store->isOf(m_rows->incidentAt(row));
    m_table->setColumnHidden(IncidentModel::Server, !elsewhere);
    const qreal distinct =
        std::max(names.horizontalAdvance(u"9f3ac21e…:17"_s),
                 text.horizontalAdvance(m_rows->headerData(IncidentModel::Owner, Qt::Horizontal, Qt::DisplayRole).toString()));
    int others = 0;
    for (const auto column : {IncidentModel::What, IncidentModel::Time, IncidentModel::Lock, IncidentModel::Server})
        others += m_table->isColumnHidden(column) ? 0 : m_table->columnWidth(column);
    const qreal spare = width() - others - 90 * text.averageCharWidth();
    set(IncidentModel::Owner, std::clamp(owner, distinct, std::max(distinct, spare)));
}

std::vector<Incident> IncidentArea::selected() const
{
    std::vector<Incident> chosen; // copies: the rows change with each acknowledgement
    for (const auto &index : m_table->selectionModel()->selectedRows()) {
        if (const auto &incident = m_rows->incidentAt(index.row()); !incident.acknowledged)
            chosen.push_back(incident);
    }
    return chosen;
}

void IncidentArea::acknowledgeSelected()
{
    const auto chosen = selected();
    for (const auto &incident : chosen)
        m_store->acknowledge(incident);
    tellOf(chosen.size());
}

void IncidentArea::acknowledgeAll()
{
    const auto open = m_open;
    m_store->acknowledgeAll();
    tellOf(open);
}

void IncidentArea::tellOf(std::size_t acknowledged)
{
    if (acknowledged > 0)
        emit told(tr("%Ln incidents acknowledged. They are still in the list of View, Acknowledged incidents, too.", nullptr,
                     static_cast<int>(acknowledged)));
}

void IncidentArea::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void IncidentArea::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

void IncidentArea::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        m_show->setChecked(false);
    else
        QWidget::keyPressEvent(event);
}

} // namespace lockscope
