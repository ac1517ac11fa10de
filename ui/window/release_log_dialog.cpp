// SPDX-License-Identifier: MIT
#include "ui/window/release_log_dialog.h"

#include "ui/export/release_log_text.h"
#include "ui/runs/files.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flat_header.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/quiet_table.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/window/release_log_model.h"
#include "ui/words/release_log_words.h"
#include "ui/words/shown_text.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

class ReleaseLogDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int column = index.column();
        const bool isKey = column == ReleaseLogModel::Lock || column == ReleaseLogModel::Owner;
        const bool isStrong = column == ReleaseLogModel::Lock || column == ReleaseLogModel::Outcome || column == ReleaseLogModel::Reason;
        paintQuietCell(*painter, option, column, index.data().toString(), isKey,
                       isStrong ? option.palette.color(QPalette::Text) : shadesOf(option.palette).secondary);
    }
};

} // namespace

ReleaseLogDialog::ReleaseLogDialog(std::string auditDirectory, FileChooser choose, QWidget *parent)
    : QDialog(parent)
    , m_directory(std::move(auditDirectory))
    , m_choose(std::move(choose))
    , m_rows(new ReleaseLogModel(this))
    , m_words(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_table(new QTableView(this))
    , m_details(new QPlainTextEdit(this))
{
    setObjectName(u"releaseLogDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setWindowTitle(tr("Release log"));
    m_words->setObjectName(u"releaseLogWords"_s);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    setUpTable();
    m_details->setObjectName(u"releaseLogDetails"_s);
    m_details->setAccessibleName(tr("What was seen, and the outcome"));
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setFont(fixedFont(font()));
    m_details->setFixedHeight(fontMetrics().height() * 14);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    layout->addWidget(m_words);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_details);
    layout->addWidget(makeFoot());
    resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 36);
}

void ReleaseLogDialog::setUpTable()
{
    m_table->setObjectName(u"releaseLogTable"_s);
    m_table->setAccessibleName(tr("Releases"));
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new ReleaseLogDelegate(m_table));
    setUpQuietTable(m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + grid::spacing);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ReleaseLogDialog::showCurrent);
    new FocusRing(m_table);
}

QWidget *ReleaseLogDialog::makeFoot()
{
    auto *foot = new QWidget(this);
    m_copyCommand = makeButton(tr("Copy as a &command"), foot);
    m_copyCommand->setObjectName(u"copyCommand"_s);
    m_copyCommand->setToolTip(tr("lockscope release …, with the same lock, owner and reason"));
    m_copyJson = makeButton(tr("Copy as &JSON"), foot);
    m_copyJson->setObjectName(u"copyJson"_s);
    m_save = makeButton(tr("&Export…"), foot);
    m_save->setObjectName(u"exportLog"_s);
    auto *close = makeButton(tr("Close"), foot);
    close->setDefault(true);
    connect(m_copyCommand, &QPushButton::clicked, this,
            [this] { copy(QString::fromStdString(lockcore::releaseCommand(m_rows->entryAt(current())))); });
    connect(m_copyJson, &QPushButton::clicked, this, [this] { copy(QString::fromStdString(m_rows->entryAt(current()).json)); });
    connect(m_save, &QPushButton::clicked, this, &ReleaseLogDialog::save);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *layout = new QHBoxLayout(foot);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    for (auto *button : {m_copyCommand, m_copyJson, m_save})
        layout->addWidget(button);
    layout->addStretch(1);
    layout->addWidget(close);
    return foot;
}

void ReleaseLogDialog::read()
{
    auto log = lockcore::readReleaseLog(m_directory);
    if (!log) {
        m_rows->show({});
        m_words->setText(tr("The release log cannot be read. %1").arg(asSentence(log.error().text)));
    } else {
        QStringList words{log->entries.empty() ? tr("Nothing was released by force on this machine yet. Each attempt is recorded in %1.")
                                                     .arg(shownPath(QString::fromStdString(log->file)))
                                               : tr("Each attempt to release a lock by force on this machine, from %1.")
                                                     .arg(shownPath(QString::fromStdString(log->file)))};
        if (log->hasOlder)
            words << tr("Older attempts are in the file.");
        if (log->unreadable > 0)
            words << tr("Lines that were not understood: %1.").arg(log->unreadable);
        m_words->setText(words.join(u' '));
        m_rows->show(std::move(log->entries));
    }
    const bool any = m_rows->rowCount() > 0;
    m_table->setVisible(any);
    m_details->setVisible(any);
    m_save->setEnabled(any);
    if (any)
        m_table->selectRow(0);
    fitColumns();
    showCurrent();
}

void ReleaseLogDialog::fitColumns()
{
    const QFontMetrics text(font()), names(fixedFont(font()));
    for (int column = 0; column < ReleaseLogModel::Server; ++column) {
        const bool isKey = column == ReleaseLogModel::Lock || column == ReleaseLogModel::Owner;
        const auto &metrics = isKey ? names : text;
        int width = text.horizontalAdvance(m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < std::min(m_rows->rowCount(), 50); ++row)
            width = std::max(width, metrics.horizontalAdvance(m_rows->index(row, column).data().toString()));
        m_table->setColumnWidth(column, std::min(width, metrics.averageCharWidth() * 30) + leftPadding(column) + cellPadding + 1);
    }
}

int ReleaseLogDialog::current() const
{
    const int row = m_table->currentIndex().row();
    return row < m_rows->rowCount() ? row : -1;
}

void ReleaseLogDialog::showCurrent()
{
    const bool any = current() >= 0;
    m_details->setPlainText(any ? releaseLogDetails(m_rows->entryAt(current())) : QString());
    m_copyCommand->setEnabled(any);
    m_copyJson->setEnabled(any);
}

void ReleaseLogDialog::copy(const QString &text) const { QGuiApplication::clipboard()->setText(text); }

void ReleaseLogDialog::save()
{
    const auto suggestion = QDir(folderToWrite()).filePath(u"lockscope-releases.json"_s);
    const auto path = m_choose({tr("Export the release log"), suggestion, {u"JSON lines (*.json)"_s, u"CSV (*.csv)"_s}}, this);
    if (path.isEmpty())
        return;
    const bool csv = path.endsWith(u".csv"_s, Qt::CaseInsensitive);
    const auto written = writeFile(path, csv ? releaseLogAsCsv(m_rows->entries()) : releaseLogAsJson(m_rows->entries()));
    if (!written)
        (new MessageBox(QMessageBox::Warning, tr("Export"), asSentence(written.error().text), QMessageBox::Ok, this))->open();
}

} // namespace lockscope
