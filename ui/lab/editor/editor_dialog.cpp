// SPDX-License-Identifier: MIT
#include "ui/lab/editor/editor_dialog.h"

#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/lab/editor/draft_table.h"
#include "ui/lab/editor/editor_words.h"
#include "ui/lab/scenario/own_scenarios.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/line_splitter.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Scenario;

namespace {

// A copy is another story: what was said about the original, by name, is not said about it.
Scenario copied(Scenario scenario, EditorDialog::Purpose purpose)
{
    if (purpose == EditorDialog::Purpose::Edit)
        return scenario;
    scenario.title = EditorDialog::tr("Copy of: %1").arg(QString::fromStdString(scenario.title)).toStdString();
    scenario.twin.clear();
    return scenario;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(OwnScenarios::mostBytes) : QByteArray();
}

} // namespace

EditorDialog::EditorDialog(OwnScenarios *own, const Scenario &scenario, Purpose purpose, QWidget *parent)
    : QDialog(parent)
    , m_own(own)
    , m_purpose(purpose)
    , m_path(purpose == Purpose::Edit ? QString::fromStdString(scenario.file) : QString())
    , m_asOpened(contentOf(m_path))
    , m_draft(copied(scenario, purpose), contentOf(QString::fromStdString(scenario.file)))
    , m_original(m_draft)
    , m_area(new QScrollArea(this))
    , m_preview(new QPlainTextEdit(this))
    , m_complaint(new WrappedText(this))
{
    setWindowTitle(purpose == Purpose::Edit ? tr("Edit scenario") : tr("Duplicate and edit"));
    setPalette(paletteOfFields(palette()));
    auto *content = new QWidget(m_area);
    auto *form = new QVBoxLayout(content);
    form->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    form->setSpacing(grid::group);
    addFields(form);
    addNumbers(form);
    addTables(form);
    addExpectations(form);
    form->addStretch(1);
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_preview->setObjectName(u"preview"_s);
    m_preview->setAccessibleName(tr("The file as it will be saved"));
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    m_preview->setFont(fixedFont(font()));
    m_preview->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_preview->setFrameShape(QFrame::NoFrame);
    auto *splitter = new LineSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_area);
    splitter->addWidget(m_preview);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addLayout(makeFoot());
    const auto wide = fontMetrics().averageCharWidth();
    resize(wide * 190, fontMetrics().height() * 42);
    splitter->setSizes({wide * 142, wide * 48});
    follow();
    m_widgets[u"title"_s]->setFocus();
}

bool EditorDialog::focusNextPrevChild(bool next) { return moveFocus(this, next); }

QWidget *EditorDialog::addLine(QGridLayout *grid, int row, int column, const char *field, const QString &label, const QString &hint)
{
    const auto name = QString::fromLatin1(field);
    auto *line = new QLineEdit(m_draft.values.value(name), this);
    line->setObjectName(name);
    line->setPlaceholderText(hint);
    line->setMinimumHeight(controlHeight(fontMetrics()));
    auto *caption = new QLabel(label, this);
    caption->setBuddy(line);
    m_labels[name] = QString(label).remove(u'&');
    line->setAccessibleName(m_labels[name]);
    m_widgets[name] = line;
    grid->addWidget(caption, row, column);
    grid->addWidget(line, row, column + 1);
    connect(line, &QLineEdit::textChanged, this, [this, name](const QString &typed) { set(name, typed); });
    return line;
}

void EditorDialog::addFields(QVBoxLayout *form)
{
    auto *fields = new QGridLayout;
    fields->setHorizontalSpacing(grid::group);
    fields->setVerticalSpacing(grid::spacing);
    addLine(fields, 0, 0, "title", tr("&Title"), tr("What goes wrong, or what prevents it"));
    auto *story = new QPlainTextEdit(m_draft.values.value(u"story"_s), this);
    story->setObjectName(u"story"_s);
    story->setAccessibleName(tr("Story"));
    story->setTabChangesFocus(true);
    story->setPlaceholderText(tr("What happens, in two or three sentences"));
    new FocusRing(story);
    story->setFixedHeight(fontMetrics().lineSpacing() * 4 + 3 * grid::unit);
    connect(story, &QPlainTextEdit::textChanged, this, [this, story] { set(u"story"_s, story->toPlainText().simplified()); });
    auto *storyLabel = new QLabel(tr("&Story"), this);
    storyLabel->setBuddy(story);
    fields->addWidget(storyLabel, 1, 0, Qt::AlignTop);
    fields->addWidget(story, 1, 1);
    m_widgets[u"story"_s] = story;
    m_labels[u"story"_s] = tr("Story");
    auto *protocol = new QComboBox(this);
    protocol->setObjectName(u"protocol"_s);
    protocol->setAccessibleName(tr("Protocol"));
    protocol->addItems(protocolNames());
    protocol->setCurrentText(m_draft.values.value(u"protocol"_s));
    protocol->setMinimumHeight(controlHeight(fontMetrics()));
    protocol->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(protocol, &QComboBox::currentTextChanged, this, [this](const QString &name) { set(u"protocol"_s, name); });
    auto *protocolLabel = new QLabel(tr("&Protocol"), this);
    protocolLabel->setBuddy(protocol);
    fields->addWidget(protocolLabel, 2, 0);
    fields->addWidget(protocol, 2, 1);
    m_widgets[u"protocol"_s] = protocol;
    m_labels[u"protocol"_s] = tr("Protocol");
    addLine(fields, 3, 0, "locks", tr("Loc&ks"), u"stock"_s);
    fields->setColumnMinimumWidth(0, labelWidth());
    form->addLayout(fields);
}

void EditorDialog::addNumbers(QVBoxLayout *form)
{
    auto *numbers = new QGridLayout;
    numbers->setHorizontalSpacing(grid::group);
    numbers->setVerticalSpacing(grid::spacing);
    addLine(numbers, 0, 0, "lease_ms", tr("&Lease, ms"), u"400"_s);
    addLine(numbers, 0, 2, "retry_ms", tr("&Retry, ms"), u"20"_s);
    addLine(numbers, 0, 4, "limit_ms", tr("Ti&me limit, ms"), u"3000"_s);
    addLine(numbers, 1, 0, "stock", tr("St&ock"), tr("none"));
    addLine(numbers, 1, 2, "servers", tr("Ser&vers"), u"1"_s);
    addLine(numbers, 1, 4, "replicas", tr("Repl&icas of each"), u"0"_s);
    numbers->setColumnMinimumWidth(0, labelWidth());
    form->addLayout(numbers);
    auto *flags = new QVBoxLayout;
    flags->setSpacing(grid::unit);
    addFlag(flags, "cluster", tr("On a cluster of its own: &three primaries, with a replica each"), false);
    addFlag(flags, "fenced", tr("The resource re&fuses stale fencing tokens"), false);
    addFlag(flags, "fresh", tr("At the &end a fresh worker tries to take the lock"), false);
    addFlag(flags, "once_more", tr("Then each &worker that still lives takes it once more"), false);
    addFlag(flags, "warm_up", tr("War&m-up: an acquire and a release that are not judged"), true);
    form->addLayout(flags);
}

// So that all fields begin below each other.
int EditorDialog::labelWidth() const
{
    int widest = 0;
    for (const auto &label : {tr("Title"), tr("Story"), tr("Protocol"), tr("Locks"), tr("Lease, ms"), tr("Stock")})
        widest = qMax(widest, fontMetrics().horizontalAdvance(label));
    return widest + 1;
}

void EditorDialog::addFlag(QLayout *layout, const char *field, const QString &text, bool usual)
{
    const auto name = QString::fromLatin1(field);
    auto *box = new CheckBox(text, this);
    box->setObjectName(name);
    const auto typed = m_draft.values.value(name);
    box->setChecked(typed.isEmpty() ? usual : typed == u"yes"_s);
    m_widgets[name] = box;
    m_labels[name] = QString(text).remove(u'&');
    connect(box, &QCheckBox::toggled, this, [this, name, usual](bool on) { set(name, on == usual ? QString() : on ? u"yes"_s : u"no"_s); });
    layout->addWidget(box);
}

void EditorDialog::addTables(QVBoxLayout *form)
{
    const auto completions = [this](bool ofWorkers) {
        return [this, ofWorkers](int column) { return ofWorkers ? workerCompletions(m_draft, column) : faultCompletions(m_draft, column); };
    };
    auto *workers = new DraftTableModel(ScenarioDraft::workerFields(), workerTitles(), workerHints(), this);
    auto *faults = new DraftTableModel(ScenarioDraft::faultFields(), faultTitles(), faultHints(), this);
    workers->set(m_draft.workers);
    faults->set(m_draft.faults);
    m_workers = new DraftTable(
        workers, tr("Workers"), tr("Add a worker"), completions(true), [this] { return m_draft.newWorker(); }, this);
    m_faults = new DraftTable(
        faults, tr("Faults"), tr("Add a fault"), completions(false), [] { return ScenarioDraft::newFault(); }, this);
    m_workers->setObjectName(u"workers"_s);
    m_faults->setObjectName(u"faults"_s);
    connect(workers, &DraftTableModel::edited, this, [this, workers] {
        m_draft.workers = workers->draftRows();
        follow();
    });
    connect(faults, &DraftTableModel::edited, this, [this, faults] {
        m_draft.faults = faults->draftRows();
        follow();
    });
    form->addWidget(m_workers);
    form->addWidget(m_faults);
}

void EditorDialog::addExpectations(QVBoxLayout *form)
{
    form->addWidget(makeCaption(tr("What the judge should find"), this));
    auto *fields = new QGridLayout;
    fields->setHorizontalSpacing(grid::group);
    fields->setVerticalSpacing(grid::unit);
    constexpr int columns = 2;
    int at = 0;
    for (const auto &property : propertyChoices()) {
        auto *box = new QComboBox(this);
        box->setObjectName(u"expect/"_s + property.word);
        for (const auto &outcome : outcomeChoices())
            box->addItem(outcome.text, outcome.word);
        box->setCurrentIndex(qMax(0, box->findData(m_draft.expected.value(property.word))));
        box->setAccessibleName(tr("Expected: %1").arg(property.text));
        connect(box, &QComboBox::currentIndexChanged, this, [this, box, word = property.word] {
            m_draft.expected[word] = box->currentData().toString();
            if (m_draft.expected[word].isEmpty())
                m_draft.expected.remove(word);
            follow();
        });
        auto *label = new QLabel(property.text, this);
        label->setBuddy(box);
        m_widgets[box->objectName()] = box;
        m_labels[box->objectName()] = property.text;
        fields->addWidget(label, at / columns, 2 * (at % columns));
        fields->addWidget(box, at / columns, 2 * (at % columns) + 1);
        ++at;
    }
    fields->setColumnStretch(1, 1);
    fields->setColumnStretch(3, 1);
    form->addLayout(fields);
}

QLayout *EditorDialog::makeFoot()
{
    m_complaint->setObjectName(u"complaint"_s);
    m_complaint->setAccessibleName(tr("What is wrong"));
    m_go = new LinkButton(tr("Show the field"), this);
    m_save = makeButton(tr("Save"), this);
    m_save->setObjectName(u"save"_s);
    m_save->setDefault(true);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(makeButton(tr("Cancel"), this), QDialogButtonBox::RejectRole);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    foot->setSpacing(grid::group);
    foot->addWidget(m_complaint, 1);
    foot->addWidget(m_go);
    foot->addWidget(buttons);
    connect(m_go, &QAbstractButton::clicked, this, &EditorDialog::showField);
    connect(buttons, &QDialogButtonBox::accepted, this, &EditorDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &EditorDialog::reject);
    return foot;
}

void EditorDialog::set(const QString &field, const QString &typed)
{
    m_draft.values[field] = typed;
    follow();
}

void EditorDialog::markField(const QString &field)
{
    m_wrongField = field;
    const auto parts = field.split(u'/');
    for (auto *table : {m_workers, m_faults}) {
        const bool here = parts.size() > 1 && parts.front() == (table == m_workers ? u"workers"_s : u"script"_s);
        table->model()->setWrong(here ? parts[1].toInt() : -1, here ? table->model()->columnOf(parts.value(2)) : -1,
                                 here ? m_complaint->toPlainText() : QString());
    }
    for (auto widget = m_widgets.begin(); widget != m_widgets.end(); ++widget) {
        auto colours = paletteOfFields(QPalette());
        if (widget.key() == field) {
            for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText})
                colours.setColor(role, shadesOf(palette()).danger);
        }
        if (widget.value()->palette() != colours)
            widget.value()->setPalette(colours);
    }
}

void EditorDialog::follow()
{
    const auto check = m_draft.check();
    const bool wrong = !check.sentence.isEmpty();
    const auto path = m_path.isEmpty() ? m_own->pathFor(m_draft.values.value(u"title"_s)) : m_path;
    m_complaint->showText(wrong ? complaintText(check) : tr("It can be played. It is saved as %1.").arg(path), font(),
                          wrong ? ShadedLabel::Shade::Danger : ShadedLabel::Shade::Secondary);
    markField(check.field);
    m_go->setVisible(wrong && !fieldText(check.field).isEmpty());
    m_save->setEnabled(!wrong);
    if (const auto text = m_draft.text(); text != m_preview->toPlainText())
        m_preview->setPlainText(text);
}

QString EditorDialog::complaint() const { return m_save->isEnabled() ? QString() : m_complaint->toPlainText(); }

void EditorDialog::showField()
{
    const auto parts = m_wrongField.split(u'/');
    auto *const table = tableOf(m_wrongField);
    auto *const widget = table ? static_cast<QWidget *>(table) : m_widgets.value(m_wrongField);
    if (!widget)
        return;
    m_area->ensureWidgetVisible(widget);
    if (table)
        table->showCell(parts.value(1).toInt(), table->model()->columnOf(parts.value(2)));
    else
        widget->setFocus();
}

void EditorDialog::ask(const QString &question, const QString &explanation, const QString &yes, std::function<void()> then)
{
    auto *box = new MessageBox(QMessageBox::NoIcon, windowTitle(), question, QMessageBox::Cancel, this);
    box->setExplanation(explanation);
    box->setDefaultButton(QMessageBox::Cancel);
    const auto *agreed = box->addButton(yes, QMessageBox::AcceptRole);
    // Once the question has gone: closed together with the form, some window managers would give the focus to nobody.
    connect(agreed, &QAbstractButton::clicked, this, std::move(then), Qt::QueuedConnection);
    box->open();
}

void EditorDialog::accept()
{
    if (!m_draft.check().scenario)
        return showField();
    const auto path = m_path.isEmpty() ? m_own->pathFor(m_draft.values.value(u"title"_s)) : m_path;
    const bool edits = path == m_path;
    if (edits && QFileInfo::exists(path) && contentOf(path) != m_asOpened)
        return ask(tr("The file was changed by somebody else meanwhile. Replace it?"), path, tr("Replace"), [this, path] { save(path); });
    if (!edits && QFileInfo::exists(path))
        return ask(tr("There is such a file already. Replace it?"), tr("%1\nAnother title makes another file.").arg(path), tr("Replace"),
                   [this, path] { save(path); });
    save(path);
}

void EditorDialog::save(const QString &path)
{
    if (const auto written = m_own->write(path, m_draft.text().toStdString()); !written) {
        m_complaint->showText(asSentence(written.error().text), font(), ShadedLabel::Shade::Danger);
        return;
    }
    emit saved(path);
    QDialog::accept();
}

void EditorDialog::reject()
{
    if (m_draft == m_original)
        return QDialog::reject();
    ask(tr("Close without saving?"), tr("What you have written is lost."), tr("Close"), [this] { QDialog::reject(); });
}

} // namespace lockscope
