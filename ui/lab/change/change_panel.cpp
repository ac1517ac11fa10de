// SPDX-License-Identifier: MIT
#include "ui/lab/change/change_panel.h"

#include "lockcore/lab/resp/inline_words.h"
#include "lockcore/lab/scenario/field_rule.h"
#include "ui/lab/change/change_words.h"
#include "ui/lab/change/protocol_choice.h"
#include "ui/lab/scenario/scenario_words.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Milliseconds;
using lockcore::Scenario;

namespace {

constexpr int longest = static_cast<int>(lockcore::FieldRule::longest.count()); // ms
constexpr int mostWorkers = 200;
constexpr int usualStretch = 10; ///< by hand: a person cannot act within 400 ms

QSpinBox *timeField(int least, QWidget *parent)
{
    auto *field = new QSpinBox(parent);
    field->setRange(least, longest);
    field->setSuffix(ChangePanel::tr(" ms"));
    field->setSingleStep(50);
    return field;
}

} // namespace

ChangePanel::ChangePanel(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
    , m_sentence(new WrappedText(this))
    , m_protocol(new QComboBox(this))
    , m_command(new QLineEdit(this))
    , m_lease(timeField(1, this))
    , m_work(timeField(0, this))
    , m_workers(new QSpinBox(this))
    , m_stretch(new QComboBox(this))
    , m_faults(new QWidget(this))
{
    setPalette(paletteOfFields(QPalette()));
    m_sentence->setAccessibleName(tr("What is changed"));
    m_grid->setHorizontalSpacing(grid::spacing + grid::unit);
    m_grid->setVerticalSpacing(grid::unit);
    m_grid->setColumnStretch(2, 1);
    auto *faults = new QVBoxLayout(m_faults);
    faults->setContentsMargins({});
    faults->setSpacing(grid::unit);
    addFields();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing + grid::unit);
    layout->setSpacing(grid::spacing);
    auto *head = new QHBoxLayout;
    m_allBack = new LinkButton(tr("Take all back"), this);
    head->addWidget(makeCaption(tr("Change one thing"), this));
    head->addStretch(1);
    head->addWidget(m_allBack);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    layout->addLayout(m_grid);
    layout->addWidget(m_faults);
    addFoot(layout);
    setFocusProxy(m_protocol);
    connect(m_command, &QLineEdit::returnPressed, m_run, &QAbstractButton::click); // does nothing while it is disabled
    connect(m_allBack, &QAbstractButton::clicked, this, &ChangePanel::takeBack);
    ChangePanel::show(Scenario(), nullptr);
}

void ChangePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) // our own setPalette() ends the recursion: the second time nothing changes
        setPalette(paletteOfFields(QPalette()));
}

void ChangePanel::addFields()
{
    addProtocols(m_protocol);
    m_protocol->setObjectName(u"protocol"_s);
    m_lease->setObjectName(u"lease"_s);
    m_work->setObjectName(u"work"_s);
    m_work->setSpecialValueText(tr("none"));
    m_work->setToolTip(tr("Each worker works at least this long between reading and writing."));
    m_workers->setObjectName(u"workers"_s);
    m_workers->setRange(1, mostWorkers);
    m_workers->setToolTip(tr("Further workers do as the last one does."));
    m_command->setObjectName(u"command"_s);
    m_command->setFont(fixedFont(font()));
    m_command->setPlaceholderText(tr("node my-worker.js"));
    m_command->setAccessibleName(tr("Command of your workers"));
    m_command->setToolTip(tr("It is shown once more before it is run. docs/write-a-worker.md says what it has to do."));
    m_stretch->setObjectName(u"stretch"_s);
    for (const int times : {1, 10, 30})
        m_stretch->addItem(tr("× %1").arg(times), times);
    m_stretch->setToolTip(tr("By hand a lease of 400 ms is over before you can act: all times of the scenario are so many times as long."));
    m_protocolRow = addRow(tr("&Protocol"), m_protocol, &ChangePanel::resetProtocol);
    m_grid->addWidget(m_command, m_grid->rowCount(), 1, 1, 2);
    m_leaseRow = addRow(tr("&Lease"), m_lease, &ChangePanel::resetLease);
    m_workRow = addRow(tr("&Work"), m_work, &ChangePanel::resetWork);
    m_workersRow = addRow(tr("W&orkers"), m_workers, &ChangePanel::resetWorkers);
    addRow(tr("&Times, by hand"), m_stretch, nullptr);
    connect(m_protocol, &QComboBox::currentIndexChanged, this, &ChangePanel::follow);
    connect(m_command, &QLineEdit::textChanged, this, &ChangePanel::follow);
    connect(m_stretch, &QComboBox::currentIndexChanged, this, &ChangePanel::follow);
    for (auto *field : {m_lease, m_work, m_workers})
        connect(field, &QSpinBox::valueChanged, this, &ChangePanel::follow);
}

ChangePanel::Row ChangePanel::addRow(const QString &label, QWidget *field, void (ChangePanel::*reset)())
{
    const int at = m_grid->rowCount();
    auto *name = new QLabel(label, this);
    name->setBuddy(field);
    const auto plain = QString(label).remove(u'&');
    field->setAccessibleName(plain);
    field->setMinimumHeight(controlHeight(fontMetrics()) - grid::unit);
    m_grid->addWidget(name, at, 0);
    m_grid->addWidget(field, at, 1);
    if (!reset)
        return {field, nullptr, nullptr};
    auto *mark = new QHBoxLayout;
    mark->setSpacing(grid::spacing);
    const Row row{field, new ShadedLabel(ShadedLabel::Shade::Warning, this), new LinkButton(tr("Take back"), this)};
    row.back->setAccessibleName(tr("Take back: %1").arg(plain));
    mark->addWidget(row.was);
    mark->addWidget(row.back);
    mark->addStretch(1);
    m_grid->addLayout(mark, at, 2);
    connect(row.back, &QAbstractButton::clicked, this, reset);
    return row;
}

void ChangePanel::addFoot(QVBoxLayout *layout)
{
    auto *foot = new QHBoxLayout;
    foot->setSpacing(grid::spacing);
    m_run = makeButton(tr("Run with this change"), this);
    m_run->setObjectName(u"runChanged"_s);
    m_twinButton = makeButton({}, this);
    m_twinButton->setObjectName(u"twin"_s);
    foot->addWidget(m_run);
    foot->addWidget(m_twinButton);
    foot->addStretch(1);
    layout->addLayout(foot);
    connect(m_run, &QAbstractButton::clicked, this, &ChangePanel::runWanted);
    connect(m_twinButton, &QAbstractButton::clicked, this, [this] { emit twinWanted(m_twin); });
}

void ChangePanel::addFaults()
{
    qDeleteAll(m_faultBoxes);
    m_faultBoxes.clear();
    for (const auto &fault : m_scenario.script) {
        const auto text = faultText(fault);
        auto *box = new CheckBox(withoutMnemonic(text), m_faults);
        box->setAccessibleName(tr("Fault: %1").arg(text));
        box->setChecked(true);
        m_faults->layout()->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ChangePanel::follow);
        m_faultBoxes << box;
    }
    m_faults->setVisible(!m_faultBoxes.isEmpty());
}

void ChangePanel::show(const Scenario &scenario, const Scenario *twin)
{
    m_scenario = scenario;
    m_twin = twin ? QString::fromStdString(twin->name) : QString();
    if (twin) {
        setButtonText(m_twinButton, withoutMnemonic(twinText(scenario, *twin)));
        setPlainToolTip(m_twinButton, QString::fromStdString(twin->title));
    }
    m_twinButton->setVisible(twin);
    m_showing = true;
    addFaults();
    m_command->clear();
    m_showing = false;
    takeBack();
}

void ChangePanel::resetProtocol() { m_protocol->setCurrentIndex(m_protocol->findData(QString::fromStdString(m_scenario.protocol))); }
void ChangePanel::resetLease() { m_lease->setValue(static_cast<int>(m_scenario.lease.count())); }
void ChangePanel::resetWork() { m_work->setValue(static_cast<int>(workOf(m_scenario).count())); }
void ChangePanel::resetWorkers() { m_workers->setValue(static_cast<int>(m_scenario.workers.size())); }

void ChangePanel::takeBack()
{
    m_showing = true;
    resetProtocol();
    resetLease();
    resetWork();
    resetWorkers();
    m_stretch->setCurrentIndex(m_stretch->findData(usualStretch));
    for (auto *box : m_faultBoxes)
        box->setChecked(true);
    m_showing = false;
    follow();
}

Change ChangePanel::change() const
{
    Change change;
    if (m_protocol->currentIndex() >= 0)
        change.protocol = m_protocol->currentData().toString().toStdString();
    change.lease = Milliseconds(m_lease->value());
    change.work = Milliseconds(m_work->value());
    change.workers = m_workers->value();
    for (int i = 0; i < m_faultBoxes.size(); ++i) {
        if (!m_faultBoxes[i]->isChecked())
            change.without.insert(static_cast<std::size_t>(i));
    }
    return reduced(m_scenario, change);
}

QString ChangePanel::sentence() const { return changeText(m_scenario, change()); }

std::vector<std::string> ChangePanel::command() const
{
    if (!isOutside())
        return {};
    return lockcore::inlineWords(m_command->text().toStdString()).value_or(std::vector<std::string>()); // an open quote: incomplete
}

bool ChangePanel::isOutside() const { return m_protocol->currentData().toString() == externalProtocol; }

bool ChangePanel::needsCommand() const { return isOutside() && command().empty(); }

void ChangePanel::focusCommand() { m_command->setFocus(Qt::OtherFocusReason); }

int ChangePanel::stretch() const { return m_stretch->currentData().toInt(); }

void ChangePanel::mark(const Row &row, bool differs, const QString &was)
{
    row.was->setText(tr("▲ was %1").arg(was));
    row.was->setVisible(differs);
    row.back->setVisible(differs);
}

void ChangePanel::follow()
{
    if (m_showing)
        return;
    const auto now = change();
    m_command->setVisible(isOutside());
    mark(m_protocolRow, now.protocol.has_value(), protocolText(m_scenario.protocol));
    mark(m_leaseRow, now.lease.has_value(), timeText(m_scenario.lease));
    mark(m_workRow, now.work.has_value(), workOf(m_scenario).count() == 0 ? tr("none") : timeText(workOf(m_scenario)));
    mark(m_workersRow, now.workers.has_value(), QString::number(m_scenario.workers.size()));
    for (int i = 0; i < m_faultBoxes.size(); ++i) {
        auto font = this->font();
        font.setStrikeOut(!m_faultBoxes[i]->isChecked());
        m_faultBoxes[i]->setFont(font);
    }
    const bool differs = now != Change();
    m_sentence->showText(differs ? changeText(m_scenario, now) + u'.' : tr("No change: the run plays the original story."), font(),
                         differs ? ShadedLabel::Shade::Text : ShadedLabel::Shade::Secondary);
    m_allBack->setVisible(differs);
    enableRuns();
    emit changed();
}

void ChangePanel::setCanRun(bool canRun)
{
    m_canRun = canRun;
    enableRuns();
}

void ChangePanel::enableRuns()
{
    m_run->setEnabled(m_canRun && (isOutside() ? !needsCommand() : change() != Change()));
    m_twinButton->setEnabled(m_canRun);
}

} // namespace lockscope
