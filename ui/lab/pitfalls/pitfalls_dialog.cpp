// SPDX-License-Identifier: MIT
#include "ui/lab/pitfalls/pitfalls_dialog.h"

#include "ui/report/pitfall_words.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/line_splitter.h"
#include "ui/widgets/list_delegate.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::pitfalls;

namespace {

QFont headFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.15);
    return font;
}

} // namespace

PitfallsDialog::PitfallsDialog(std::vector<lockcore::Scenario> stories, QWidget *parent)
    : QDialog(parent)
    , m_stories(std::move(stories))
    , m_search(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_nothing(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_scroll(new QScrollArea(this))
    , m_title(new ShadedLabel(ShadedLabel::Shade::Text, this))
    , m_happens(new WrappedText(this))
    , m_answers(new WrappedText(this))
    , m_fix(new WrappedText(this))
{
    setObjectName(u"pitfallsDialog"_s);
    setWindowTitle(tr("Pitfalls"));
    setModal(false);
    setPalette(paletteOfFields(palette()));
    auto *splitter = new LineSplitter(Qt::Horizontal, this);
    splitter->addWidget(makeSide());
    splitter->addWidget(makeText());
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(splitter);
    const int wide = fontMetrics().averageCharWidth();
    resize(wide * 130, fontMetrics().height() * 30);
    splitter->setSizes({wide * 50, wide * 80});
    connect(m_search, &QLineEdit::textChanged, this, &PitfallsDialog::search);
    connect(m_list, &QListWidget::currentRowChanged, this, &PitfallsDialog::showCurrent);
    m_search->installEventFilter(this);
    m_list->setCurrentRow(0);
    m_search->setFocus();
}

QWidget *PitfallsDialog::makeSide()
{
    auto *side = new QWidget(this);
    m_search->setObjectName(u"pitfallSearch"_s);
    m_search->setAccessibleName(tr("Search the pitfalls"));
    m_search->setPlaceholderText(tr("Search: a code, a word, a story"));
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName(u"pitfallList"_s);
    m_list->setAccessibleName(tr("Pitfalls"));
    m_list->setFrameShape(QFrame::NoFrame);
    const auto width = [this](const auto &pitfall) { return m_list->fontMetrics().horizontalAdvance(codeText(pitfall)); };
    m_list->setItemDelegate(new ListDelegate(codeText(*std::ranges::max_element(pitfalls(), {}, width)), m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const auto &pitfall : pitfalls()) {
        auto *row = new QListWidgetItem(titleText(pitfall), m_list);
        row->setData(ListDelegate::MarkRole, codeText(pitfall));
        row->setData(Qt::AccessibleTextRole, codeText(pitfall) + u' ' + titleText(pitfall));
        row->setToolTip(titleText(pitfall));
    }
    m_nothing->setObjectName(u"pitfallNothing"_s);
    m_nothing->setText(tr("Nothing is found."));
    m_nothing->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    m_nothing->hide();
    auto *head = new QVBoxLayout;
    head->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    head->addWidget(m_search);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    return side;
}

void PitfallsDialog::addPart(QBoxLayout *layout, const QString &caption, WrappedText *text, const QString &name)
{
    text->setObjectName(name);
    text->setAccessibleName(caption);
    layout->addSpacing(grid::spacing);
    layout->addWidget(makeCaption(caption, this));
    layout->addWidget(text);
}

QWidget *PitfallsDialog::makeText()
{
    auto *page = new QWidget(m_scroll);
    m_title->setObjectName(u"pitfallTitle"_s);
    m_title->setFont(headFont(font()));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::unit);
    layout->addWidget(m_title);
    addPart(layout, tr("What goes wrong"), m_happens, u"pitfallHappens"_s);
    addPart(layout, tr("Who answers"), m_answers, u"pitfallAnswers"_s);
    addPart(layout, tr("The fix"), m_fix, u"pitfallFix"_s);
    layout->addStretch(1);
    m_scroll->setObjectName(u"pitfallText"_s);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(page);
    return m_scroll;
}

void PitfallsDialog::search(const QString &words)
{
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const bool found = isFoundBy(pitfalls()[static_cast<std::size_t>(row)], words, m_stories);
        m_list->item(row)->setHidden(!found);
        if (found && first < 0)
            first = row;
    }
    m_nothing->setVisible(first < 0);
    if (const auto *current = m_list->currentItem(); first >= 0 && (!current || current->isHidden()))
        m_list->setCurrentRow(first);
}

void PitfallsDialog::goTo(const QString &code)
{
    const auto all = pitfalls();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (codeText(all[i]) != code)
            continue;
        m_search->clear();
        m_list->setCurrentRow(static_cast<int>(i));
        m_list->scrollToItem(m_list->currentItem());
        m_list->setFocus();
    }
}

void PitfallsDialog::showCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    const auto &pitfall = pitfalls()[static_cast<std::size_t>(row)];
    m_title->setText(codeText(pitfall) + u"  "_s + titleText(pitfall));
    m_happens->showText(happensText(pitfall), font(), ShadedLabel::Shade::Text);
    m_answers->showText(answersText(pitfall), font(), ShadedLabel::Shade::Text);
    m_fix->showText(fixText(pitfall), font(), ShadedLabel::Shade::Text);
    showStories();
}

// Buttons of their own for each pitfall, because their number differs.
void PitfallsDialog::showStories()
{
    delete m_about;
    m_about = new QWidget(m_scroll->widget());
    auto *layout = new QVBoxLayout(m_about);
    layout->setContentsMargins({});
    layout->setSpacing(grid::unit);
    layout->addSpacing(grid::spacing);
    layout->addWidget(makeCaption(tr("Its stories"), m_about));
    const auto about = storiesAbout(pitfalls()[static_cast<std::size_t>(m_list->currentRow())], m_stories);
    for (const auto &story : about) {
        auto *play = makeButton(tr("Play"), m_about);
        const auto title = QString::fromStdString(story.title), name = QString::fromStdString(story.name);
        play->setObjectName(u"pitfallPlay-"_s + name);
        play->setAccessibleName(tr("Play: %1").arg(title));
        play->setAutoDefault(false);
        connect(play, &QAbstractButton::clicked, this, [this, name] { emit playWanted(name); });
        auto *label = new ShadedLabel(ShadedLabel::Shade::Text, m_about);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setText(title);
        auto *line = new QHBoxLayout;
        line->setSpacing(grid::spacing);
        line->addWidget(play);
        line->addWidget(label, 1);
        layout->addLayout(line);
    }
    if (about.empty()) {
        auto *none = new ShadedLabel(ShadedLabel::Shade::Secondary, m_about);
        none->setWordWrap(true);
        none->setText(tr("No story is about it alone. A sweep or a hunt may meet it, and names it then."));
        layout->addWidget(none);
    }
    auto *page = static_cast<QVBoxLayout *>(m_scroll->widget()->layout());
    page->insertWidget(page->count() - 1, m_about); // before the stretch
    m_scroll->ensureVisible(0, 0);
}

void PitfallsDialog::keyPressEvent(QKeyEvent *event)
{
    if (!pressesFocused(this, event))
        QDialog::keyPressEvent(event);
}

bool PitfallsDialog::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(object, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0)
        return QDialog::eventFilter(object, event);
    for (int row = m_list->currentRow() + step; row >= 0 && row < m_list->count(); row += step) {
        if (!m_list->item(row)->isHidden()) {
            m_list->setCurrentRow(row);
            break;
        }
    }
    return true;
}

} // namespace lockscope
