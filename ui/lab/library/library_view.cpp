// SPDX-License-Identifier: MIT
#include "ui/lab/library/library_view.h"

#include "lockcore/lab/scenario/built_in_scenarios.h"
#include "ui/lab/library/library_filter.h"
#include "ui/lab/library/library_tree.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

LibraryView::LibraryView(OwnScenarios *own, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_own(own)
    , m_model(new LibraryModel(lockcore::builtInScenarios(), settings, this))
    , m_filter(new LibraryFilter(this))
    , m_search(new QLineEdit(this))
    , m_tree(new LibraryTree(settings, this))
    , m_nothing(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
{
    m_search->setObjectName(u"librarySearch"_s);
    m_search->setAccessibleName(tr("Search the scenarios"));
    m_search->setPlaceholderText(tr("Story, pitfall or protocol"));
    m_search->setClearButtonEnabled(true);
    m_search->setTextMargins(grid::unit, 0, 0, 0);
    m_search->setMinimumHeight(controlHeight(fontMetrics()));
    m_search->installEventFilter(this);
    m_tree->setObjectName(u"library"_s);
    m_tree->setAccessibleName(tr("Scenarios"));
    m_nothing->setWordWrap(true);
    m_nothing->setContentsMargins(grid::group, grid::spacing, grid::group, 0);
    m_nothing->hide();
    m_model->setOwn(own->all());
    m_filter->setSourceModel(m_model);
    m_tree->setModel(m_filter);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(grid::spacing + grid::unit, grid::spacing, grid::spacing + grid::unit, grid::unit);
    head->addWidget(m_search);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_nothing);
    layout->addWidget(m_tree, 1);
    addActions();
    recolour();
    connect(own, &OwnScenarios::changed, this, [this] { m_model->setOwn(m_own->all()); });
    connect(m_search, &QLineEdit::textChanged, this, &LibraryView::search);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &LibraryView::follow);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &LibraryView::followContents);
    connect(m_tree, &LibraryTree::rowClicked, this, &LibraryView::click);
    connect(m_tree, &LibraryTree::rowActivated, this, &LibraryView::activate);
}

void LibraryView::addActions()
{
    const auto add = [this](const QString &text, const QKeySequence &key) {
        auto *action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_tree->addAction(action);
        addAction(action); // so that the list of keys has it
        return action;
    };
    m_copy = add(tr("&Duplicate and edit…"), {}); // no key here: the action of the room has it
    m_edit = add(tr("&Edit…"), Qt::Key_F2);
    m_remove = add(tr("De&lete…"), QKeySequence::Delete);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto edit = [this](bool copy) {
        if (const auto scenario = current())
            emit editWanted(*scenario, copy);
    };
    connect(m_copy, &QAction::triggered, this, [edit] { edit(true); });
    connect(m_edit, &QAction::triggered, this, [edit] { edit(false); });
    connect(m_remove, &QAction::triggered, this, &LibraryView::askToRemove);
    follow({});
}

const LibraryRow *LibraryView::rowAt(const QModelIndex &index) const { return m_model->row(m_filter->mapToSource(index)); }

const LibraryRow *LibraryView::currentRow() const
{
    const auto index = m_tree->currentIndex();
    return index.isValid() ? rowAt(index) : nullptr;
}

std::shared_ptr<const lockcore::Scenario> LibraryView::current() const
{
    const auto *const row = currentRow();
    return row ? row->scenario : nullptr;
}

bool LibraryView::select(const QString &name, bool own)
{
    const auto found = m_model->find(name, own);
    if (!found.isValid())
        return false;
    if (!m_filter->mapFromSource(found).isValid())
        m_search->clear();
    m_isChoosing = true;
    m_tree->select(m_filter->mapFromSource(found));
    if (m_chosen != found) // it was the current row of a search already
        choose(m_tree->currentIndex());
    m_isChoosing = false;
    return true;
}

void LibraryView::setCovered(bool covered)
{
    const auto *const row = covered ? currentRow() : nullptr;
    m_model->setCovered(row ? row->key : QString());
}

void LibraryView::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void LibraryView::search(const QString &text)
{
    m_filter->setWords(text);
    if (m_filter->isSearching())
        m_tree->openAll();
    else
        endSearch();
    const bool nothing = m_filter->rowCount() == 0;
    m_nothing->setText(tr("No story, pitfall or protocol has “%1”.").arg(text.trimmed()));
    m_nothing->setVisible(nothing);
    const auto current = m_tree->currentIndex();
    if (current.isValid() && m_tree->isExpanded(current.parent())) // scrollTo() would open a closed chapter
        m_tree->scrollTo(current);
}

// Back to the story that was chosen, wherever the search has looked.
void LibraryView::endSearch()
{
    m_tree->openAsChosen();
    const auto chosen = m_filter->mapFromSource(m_chosen);
    if (!chosen.isValid() || chosen == m_tree->currentIndex())
        return;
    const QSignalBlocker blocker(m_tree->selectionModel());
    m_tree->setCurrentIndex(chosen);
    m_tree->viewport()->update();
}

void LibraryView::follow(const QModelIndex &current)
{
    const auto *const row = current.isValid() ? rowAt(current) : nullptr;
    const bool own = row && (row->kind == LibraryRow::Kind::Own || row->kind == LibraryRow::Kind::Unreadable);
    m_copy->setEnabled(row && row->scenario);
    m_edit->setVisible(own);
    m_edit->setEnabled(own && row->scenario);
    m_remove->setVisible(own);
    m_remove->setEnabled(own);
    if (!m_filter->isSearching() || m_isChoosing)
        choose(current);
}

void LibraryView::choose(const QModelIndex &index)
{
    const auto *const row = index.isValid() ? rowAt(index) : nullptr;
    if (!row || (!row->scenario && row->kind != LibraryRow::Kind::Unreadable))
        return;
    m_chosen = m_filter->mapToSource(index);
    if (row->scenario)
        emit scenarioChosen(*row->scenario);
    else
        emit unreadableChosen(row->path, row->summary);
}

// The file of the current story has changed, so its new content is shown and played.
void LibraryView::followContents(const QModelIndex &first, const QModelIndex &last, const QList<int> &roles)
{
    const auto current = m_tree->currentIndex();
    const bool isAmong = current.parent() == first.parent() && current.row() >= first.row() && current.row() <= last.row();
    if (roles.isEmpty() && current.isValid() && isAmong) // with roles, only the result of a run was noted
        follow(current);
}

// A click on the current story chooses it again, because another run may be shown meanwhile.
void LibraryView::click(const QModelIndex &index, bool again)
{
    const auto *const row = rowAt(index);
    if (row && row->kind == LibraryRow::Kind::Run)
        emit runChosen(row->path);
    else if ((row && row->scenario && again) || m_filter->isSearching())
        choose(index);
}

void LibraryView::activate(const QModelIndex &index)
{
    const auto *const row = rowAt(index);
    if (row && row->scenario) {
        m_chosen = m_filter->mapToSource(index);
        emit scenarioActivated(*row->scenario);
    } else if (row && row->kind == LibraryRow::Kind::Run) {
        emit runChosen(row->path);
    }
}

void LibraryView::askToRemove()
{
    const auto *const row = currentRow();
    if (!row)
        return;
    auto *question =
        new MessageBox(QMessageBox::NoIcon, tr("Delete scenario"), tr("Delete “%1”?").arg(row->title), QMessageBox::Cancel, window());
    question->setExplanation(tr("The file %1 goes to the trash, if there is one.").arg(row->path));
    question->setDefaultButton(QMessageBox::Cancel);
    auto *yes = question->addButton(tr("Delete"), QMessageBox::AcceptRole);
    connect(yes, &QAbstractButton::clicked, this, [this, path = row->path, title = row->title] { remove(path, title); });
    question->open();
}

// Afterwards another story is selected, so that a deleted file is never shown or played.
void LibraryView::remove(const QString &path, const QString &title)
{
    const auto trashed = m_own->remove(path);
    if (!trashed)
        return (new MessageBox(QMessageBox::Warning, tr("Delete scenario"), asSentence(trashed.error().text), QMessageBox::Ok, window()))
            ->open();
    if (!currentRow())
        select(QString::fromStdString(lockcore::builtInScenarios().front().name));
    emit removed(trashed->isEmpty() ? tr("“%1” is deleted.").arg(title) : tr("“%1” is in the trash: %2").arg(title, *trashed));
}

// Down or Enter moves from the field into the list; Escape ends the search. When the room is entered, the field has the focus and would use
// Ctrl+E and Ctrl+D itself, so they are passed on to the room; so are the keys that answer a question.
bool LibraryView::isForTheRoom(const QKeyEvent &event) const
{
    const bool isAnswer = event.key() >= Qt::Key_1 && event.key() <= Qt::Key_3;
    return m_search->text().isEmpty() && (isAnswer || (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)));
}

bool LibraryView::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_search && event->type() == QEvent::ShortcutOverride && isForTheRoom(*static_cast<QKeyEvent *>(event))) {
        event->ignore();
        return true;
    }
    if (object != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(object, event);
    const auto key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    const bool enters = key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter;
    const auto first = m_filter->index(0, 0, m_filter->index(0, 0));
    if (!enters || !first.isValid())
        return QWidget::eventFilter(object, event);
    if (m_filter->isSearching() || !m_tree->currentIndex().isValid())
        m_tree->select(first);
    m_tree->setFocus(Qt::OtherFocusReason);
    return true;
}

void LibraryView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

void LibraryView::recolour() { m_search->setPalette(paletteOfFields(QPalette())); }

} // namespace lockscope
