// SPDX-License-Identifier: MIT
#include "ui/window/formats_dialog.h"

#include "lockcore/monitor/reading/user_format_proposal.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/line_splitter.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/window/format_form.h"
#include "ui/window/format_preview.h"
#include "ui/words/shown_text.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPainter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::UserFormat;

namespace {

constexpr int keysRole = Qt::UserRole;
constexpr int wrongRole = Qt::UserRole + 1;

// The name, and below it the keys.
class FormatDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto &shades = shadesOf(option.palette);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        if (selected)
            painter->fillRect(option.rect, shades.selected);
        if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(shades.accent);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        const auto inside = option.rect.adjusted(grid::group, grid::spacing, -grid::spacing, -grid::spacing);
        const auto draw = [&](const QRect &line, const QFont &font, const QColor &colour, const QString &text) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                              QFontMetrics(font).elidedText(text, Qt::ElideRight, line.width()));
        };
        const QRect upper(inside.left(), inside.top(), inside.width(), option.fontMetrics.height());
        const bool wrong = index.data(wrongRole).toBool();
        draw(upper, option.font, wrong ? shades.danger : option.palette.color(QPalette::Text), index.data().toString());
        draw(upper.translated(0, upper.height() + 2), fixedFont(option.font), shades.secondary, index.data(keysRole).toString());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {option.fontMetrics.averageCharWidth() * 20, 2 * option.fontMetrics.height() + 2 + 2 * grid::spacing};
    }
};

} // namespace

FormatsDialog::FormatsDialog(const QString &file, MonitorSource *source, const QString &server, QWidget *parent)
    : QDialog(parent)
    , m_file(file)
    , m_list(new QListWidget(this))
    , m_form(new FormatForm(this))
    , m_preview(new FormatPreview(source, server, this))
    , m_nothing(new StatePanel(this))
    , m_stack(new QStackedWidget(this))
    , m_add(makeButton(tr("New"), this))
    , m_duplicate(makeButton(tr("Duplicate"), this))
    , m_remove(makeButton(tr("Remove"), this))
    , m_complaint(new WrappedText(this))
    , m_save(makeButton(tr("Save"), this))
{
    setWindowTitle(tr("My lock formats"));
    setPalette(paletteOfFields(palette()));
    auto *splitter = new LineSplitter(Qt::Horizontal, this);
    splitter->addWidget(makeList());
    splitter->addWidget(m_stack);
    splitter->setStretchFactor(1, 1);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(makeFields());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addLayout(makeFoot());
    const auto wide = fontMetrics().averageCharWidth();
    resize(wide * 160, fontMetrics().height() * 42);
    splitter->setSizes({wide * 30, wide * 130});
    connect(m_list, &QListWidget::currentRowChanged, this, &FormatsDialog::showCurrent);
    connect(m_form, &FormatForm::edited, this, &FormatsDialog::follow);
    auto formats = m_file.load();
    if (formats)
        m_formats = m_original = *std::move(formats);
    m_nothing->setWords(formats ? tr("No formats of your own yet") : tr("The file of your formats cannot be read"),
                        formats ? tr("A format says which keys are locks, and how to read them. Libraries that Lockscope knows need none.")
                                : asSentence(formats.error().text) + u' ' + tr("Mend it in an editor: Lockscope does not replace it."));
    m_add->setEnabled(formats.ok());
    if (formats) {
        auto *first = m_nothing->addStep(tr("New format"));
        first->setAutoDefault(false);
        connect(first, &QPushButton::clicked, m_add, &QPushButton::click);
    }
    refill(0);
    if (!formats)
        m_save->setEnabled(false);
}

bool FormatsDialog::focusNextPrevChild(bool next) { return moveFocus(this, next); }

QWidget *FormatsDialog::makeList()
{
    auto *side = new QWidget(this);
    m_list->setObjectName(u"formatList"_s);
    m_list->setAccessibleName(tr("Your formats"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new FormatDelegate(m_list));
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    buttons->setSpacing(grid::unit);
    for (const auto &[button, name] :
         {std::pair(m_add, u"add"_s), std::pair(m_duplicate, u"duplicate"_s), std::pair(m_remove, u"remove"_s)}) {
        button->setObjectName(name);
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    connect(m_add, &QPushButton::clicked, this, [this] {
        add({});
        m_form->focusField(u"name"_s);
    });
    connect(m_duplicate, &QPushButton::clicked, this, &FormatsDialog::duplicate);
    connect(m_remove, &QPushButton::clicked, this, &FormatsDialog::remove);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    return side;
}

QWidget *FormatsDialog::makeFields()
{
    auto *fields = new QWidget(this);
    auto *margin = new QVBoxLayout;
    margin->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    margin->addWidget(m_form);
    auto *layout = new QVBoxLayout(fields);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(margin);
    layout->addWidget(makeLine(Qt::Horizontal, fields));
    layout->addWidget(m_preview, 1);
    return fields;
}

QLayout *FormatsDialog::makeFoot()
{
    m_complaint->setObjectName(u"complaint"_s);
    m_complaint->setAccessibleName(tr("What is wrong"));
    m_save->setObjectName(u"save"_s);
    m_save->setDefault(true);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(makeButton(tr("Cancel"), this), QDialogButtonBox::RejectRole);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    foot->setSpacing(grid::group);
    foot->addWidget(m_complaint, 1);
    foot->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &FormatsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &FormatsDialog::reject);
    return foot;
}

int FormatsDialog::current() const { return m_list->currentRow(); }

// The formats have changed; this one is current from now on.
void FormatsDialog::refill(int row)
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const auto &format : m_formats)
        m_list->addItem(QString::fromStdString(format.name));
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    showCurrent();
}

void FormatsDialog::add(UserFormat format)
{
    m_formats.push_back(std::move(format));
    refill(static_cast<int>(m_formats.size()) - 1);
}

std::string FormatsDialog::freeName(const std::string &wanted) const
{
    auto name = wanted;
    for (int number = 2; std::ranges::find(m_formats, name, &UserFormat::name) != m_formats.end(); ++number)
        name = wanted + '-' + std::to_string(number);
    return name;
}

void FormatsDialog::duplicate()
{
    auto copy = m_formats[static_cast<std::size_t>(current())];
    copy.name = freeName(copy.name);
    add(std::move(copy));
    m_form->focusField(u"name"_s);
}

// Until it is saved, nothing is lost.
void FormatsDialog::remove()
{
    const int row = current();
    m_formats.erase(m_formats.begin() + row);
    refill(row);
}

void FormatsDialog::propose(const lockcore::LockInfo &lock)
{
    if (!m_add->isEnabled())
        return;
    m_first = lock.id.key;
    const auto its = std::ranges::find(m_formats, lock.library, &UserFormat::name);
    if (its != m_formats.end())
        return refill(static_cast<int>(its - m_formats.begin()));
    add(lockcore::formatForKeysLike(lock, m_formats));
    m_form->focusField(u"name"_s);
}

void FormatsDialog::showCurrent()
{
    const bool any = current() >= 0;
    m_stack->setCurrentIndex(any ? 1 : 0);
    m_duplicate->setEnabled(any);
    m_remove->setEnabled(any);
    if (any)
        m_form->show(m_formats[static_cast<std::size_t>(current())]);
    check();
}

void FormatsDialog::follow()
{
    auto &format = m_formats[static_cast<std::size_t>(current())];
    format = m_form->format();
    check();
}

lockcore::Error FormatsDialog::wrongAt(int row) const
{
    const auto &format = m_formats[static_cast<std::size_t>(row)];
    if (const auto read = lockcore::rowOf(format); !read)
        return read.error();
    const auto first = std::ranges::find(m_formats, format.name, &UserFormat::name);
    if (first - m_formats.begin() < row)
        return {lockcore::ErrorKind::Refused, "there is another format with this name", "name"};
    return {};
}

int FormatsDialog::wrongRow() const
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (!wrongAt(row).text.empty())
            return row;
    }
    return -1;
}

void FormatsDialog::check()
{
    for (int row = 0; row < m_list->count(); ++row) {
        const auto &format = m_formats[static_cast<std::size_t>(row)];
        auto *item = m_list->item(row);
        item->setText(format.name.empty() ? tr("(no name)") : QString::fromStdString(format.name));
        item->setToolTip(QString::fromStdString(format.note));
        item->setData(keysRole, format.keys.empty() ? QString() : QString::fromStdString(format.keys.front()));
        item->setData(wrongRole, !wrongAt(row).text.empty());
    }
    if (current() >= 0) {
        const auto wrong = wrongAt(current());
        m_form->complain(QString::fromStdString(wrong.detail), wrong.text.empty() ? QString() : asSentence(wrong.text));
        const auto row = lockcore::rowOf(m_formats[static_cast<std::size_t>(current())]);
        m_preview->tryOut(row ? std::optional(*row) : std::nullopt, m_first);
    }
    const int wrong = wrongRow();
    m_save->setEnabled(wrong < 0 && m_formats != m_original);
    if (wrong >= 0)
        say(wrong == current() ? tr("This format is not complete yet.")
                               : tr("Another format is not complete yet: %1").arg(m_list->item(wrong)->text()),
            true);
    else
        say(tr("For all servers; saved in %1").arg(m_file.path()), false);
}

void FormatsDialog::say(const QString &sentence, bool isWrong)
{
    m_complaint->showText(sentence, font(), isWrong ? ShadedLabel::Shade::Danger : ShadedLabel::Shade::Secondary);
}

void FormatsDialog::ask(const QString &question, const QString &explanation, const QString &yes, std::function<void()> then)
{
    auto *box = new MessageBox(QMessageBox::NoIcon, windowTitle(), question, QMessageBox::Cancel, this);
    box->setExplanation(explanation);
    box->setDefaultButton(QMessageBox::Cancel);
    const auto *agreed = box->addButton(yes, QMessageBox::AcceptRole);
    connect(agreed, &QAbstractButton::clicked, this, std::move(then), Qt::QueuedConnection); // once the question has gone
    box->open();
}

void FormatsDialog::accept()
{
    if (m_save->isEnabled())
        save();
}

void FormatsDialog::save()
{
    const auto written = m_file.save(m_formats);
    if (!written && written.error().detail == FormatsFile::changedMeanwhile)
        return ask(tr("The file was changed by another program meanwhile. Replace it?"), m_file.path(), tr("Replace"), [this] {
            m_file.overrule();
            save();
        });
    if (!written)
        return say(asSentence(written.error().text), true);
    emit saved();
    QDialog::accept();
}

void FormatsDialog::reject()
{
    if (m_formats == m_original)
        return QDialog::reject();
    ask(tr("Close without saving?"), tr("What you have changed is lost."), tr("Close"), [this] { QDialog::reject(); });
}

} // namespace lockscope
