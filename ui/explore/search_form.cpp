// SPDX-License-Identifier: MIT
#include "ui/explore/search_form.h"

#include "ui/explore/words/explore_words.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore::explorer;
using lockcore::Milliseconds;

namespace {

constexpr int longest = static_cast<int>(Bounds::mostTime);
enum Which { Usual, Chosen };

QString faultWords(Fault fault)
{
    switch (fault) {
    case Fault::Crash: return SearchForm::tr("Crashes");
    case Fault::Pause: return SearchForm::tr("A pause of");
    case Fault::LostReply: return SearchForm::tr("Lost replies");
    case Fault::LostRequest: return SearchForm::tr("Lost requests");
    case Fault::LateRequest: return SearchForm::tr("Late requests");
    case Fault::LateLoss: return SearchForm::tr("Losses noticed after");
    case Fault::ServerForgets: return SearchForm::tr("The server forgets");
    case Fault::Exception: return SearchForm::tr("Work that throws");
    case Fault::ForceRelease: return SearchForm::tr("An operator's DEL");
    }
    return {};
}

bool isLength(Fault fault) { return fault == Fault::Pause || fault == Fault::LateLoss; }

Milliseconds timeOf(const QSpinBox *field) { return Milliseconds(field->value()); }

} // namespace

SearchForm::SearchForm(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_protocol(new QComboBox(this))
    , m_story(new WrappedText(this))
    , m_write(makeButton(tr("Write the scripts…"), this))
{
    m_grid->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    m_grid->setHorizontalSpacing(grid::spacing);
    m_grid->setVerticalSpacing(grid::unit + 2);
    m_grid->setColumnStretch(0, 1);
    addProtocols();
    addBounds();
    addFaults();
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    takeUsual();
}

void SearchForm::addProtocols()
{
    m_grid->addWidget(makeCaption(tr("Lock"), this), m_grid->rowCount(), 0, 1, 2);
    m_protocol->setObjectName(u"protocol"_s);
    m_protocol->setAccessibleName(tr("Protocol"));
    for (const auto &protocol : lockcore::protocols())
        m_protocol->addItem(explorerText(protocol.name), explorerText(protocol.name));
    m_protocol->insertSeparator(m_protocol->count());
    m_protocol->addItem(tr("Two scripts of yours"), QString());
    m_protocol->setMaxVisibleItems(m_protocol->count());
    m_protocol->setCurrentIndex(m_protocol->findData(u"set-nx-del"_s));
    m_grid->addWidget(m_protocol, m_grid->rowCount(), 0, 1, 2);
    m_grid->addWidget(m_story, m_grid->rowCount(), 0, 1, 2);
    m_story->setFocusPolicy(Qt::ClickFocus);
    m_story->setAccessibleName(tr("What the protocol does"));
    m_grid->addWidget(m_write, m_grid->rowCount(), 0, 1, 2);
    connect(m_protocol, &QComboBox::currentIndexChanged, this, [this] {
        takeUsual();
        emit changed();
    });
    connect(m_protocol, &QComboBox::activated, this, [this] {
        if (protocol().isEmpty() && !m_scripts)
            emit scriptsWanted();
    });
    connect(m_write, &QPushButton::clicked, this, &SearchForm::scriptsWanted);
}

QSpinBox *SearchForm::addNumber(const QString &label, int least, int most, int value, const QString &suffix)
{
    auto *field = new QSpinBox(this);
    field->setRange(least, most);
    field->setSuffix(suffix);
    field->setValue(value);
    field->setAlignment(Qt::AlignRight);
    field->setAccessibleName(label);
    auto *name = new QLabel(label, this);
    name->setBuddy(field);
    const int row = m_grid->rowCount();
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1);
    connect(field, &QSpinBox::valueChanged, this, &SearchForm::changed);
    return field;
}

void SearchForm::addCaption(const QString &text)
{
    auto *caption = makeCaption(text, this);
    caption->setContentsMargins(0, grid::spacing + grid::unit, 0, 0);
    m_grid->addWidget(caption, m_grid->rowCount(), 0, 1, 2);
}

void SearchForm::addBounds()
{
    addCaption(tr("Bounds"));
    const auto ms = tr(" ms");
    m_workers = addNumber(tr("Workers"), 1, Bounds::mostWorkersAsked, 2);
    m_rounds = addNumber(tr("Rounds of each"), 1, Bounds::mostRounds, 2);
    m_lease = addNumber(tr("Lease"), 1, longest, 20, ms);
    m_work = addNumber(tr("Work"), 1, longest, 10, ms);
    m_otherWork = addNumber(tr("Or work of"), 0, longest, 0, ms);
    m_otherWork->setSpecialValueText(u"–"_s);
    m_otherWork->setToolTip(tr("In each round either of the two"));
    m_poll = addNumber(tr("Between two tries"), 1, longest, 6, ms);
    m_tick = addNumber(tr("Steps of time"), 1, 1'000, 1, ms);
    m_tick->setToolTip(tr("What may happen at any time, happens at multiples of it. For scripts that count in seconds: 1000 ms"));
    m_tick->setObjectName(u"tick"_s);
    m_driver = new QComboBox(this);
    m_driver->addItem(tr("believes the lock"), false);
    m_driver->addItem(tr("heeds its validity"), true);
    m_driver->setAccessibleName(tr("A worker"));
    m_driver->setToolTip(tr("Whether a worker begins work that may outlast what the lock promised"));
    const int row = m_grid->rowCount();
    m_grid->addWidget(new QLabel(tr("A worker"), this), row, 0);
    m_grid->addWidget(m_driver, row, 1);
    connect(m_driver, &QComboBox::currentIndexChanged, this, &SearchForm::changed);
}

void SearchForm::addFaults()
{
    addCaption(tr("Faults"));
    m_which = new QComboBox(this);
    m_which->setObjectName(u"whichFaults"_s);
    m_which->setAccessibleName(tr("Faults"));
    m_which->addItem(tr("The usual ones, one at once"));
    m_which->setItemData(Usual,
                         tr("No fault, or any one of crash, lost reply, lost request, late request; and then what else breaks the lock"),
                         Qt::ToolTipRole);
    m_which->addItem(tr("Up to each of these:"));
    m_grid->addWidget(m_which, m_grid->rowCount(), 0, 1, 2);
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        m_counts[i] =
            addNumber(faultWords(fault), 0, isLength(fault) ? longest : FaultBudget::most, 0, isLength(fault) ? tr(" ms") : QString());
        m_counts[i]->setSpecialValueText(u"–"_s);
        m_counts[i]->setObjectName(explorerText(wordOf(fault)));
    }
    connect(m_which, &QComboBox::currentIndexChanged, this, [this] {
        showFaults();
        emit changed();
    });
    showFaults();
}

void SearchForm::showFaults()
{
    for (auto *field : m_counts) {
        const bool isShown = m_which->currentIndex() == Chosen;
        field->setVisible(isShown);
        for (auto *label : findChildren<QLabel *>()) {
            if (label->buddy() == field)
                label->setVisible(isShown);
        }
    }
}

QString SearchForm::protocol() const { return m_protocol->currentData().toString(); }

void SearchForm::chooseProtocol(const QString &name) { m_protocol->setCurrentIndex(m_protocol->findData(name)); }

void SearchForm::setScripts(const ScriptPair &scripts)
{
    m_scripts = scripts;
    m_protocol->setCurrentIndex(m_protocol->count() - 1);
    takeUsual();
    emit changed();
}

Bounds SearchForm::usual() const
{
    if (protocol().isEmpty())
        return usualBounds(m_scripts.value_or(ScriptPair()));
    const auto bounds = usualBounds(protocol().toStdString());
    return bounds ? *bounds : Bounds();
}

void SearchForm::takeUsual()
{
    const auto bounds = usual();
    const QSignalBlocker silent(this); // once, not for each field
    m_workers->setValue(bounds.workers);
    m_rounds->setValue(bounds.rounds);
    m_lease->setValue(static_cast<int>(bounds.lease.count()));
    m_work->setValue(static_cast<int>(bounds.work.count()));
    m_otherWork->setValue(0);
    m_poll->setValue(static_cast<int>(bounds.poll.count()));
    m_tick->setValue(static_cast<int>(bounds.tick.count()));
    const auto *const known = lockcore::findProtocol(protocol().toStdString());
    m_story->showText(known        ? explorerText(known->story)
                      : !m_scripts ? tr("One that acquires and one that releases, as you run them with EVAL.")
                                   : tr("Your scripts are there."),
                      font(), ShadedLabel::Shade::Secondary);
    m_write->setVisible(!known);
    setButtonText(m_write, m_scripts ? tr("Change the scripts…") : tr("Write the scripts…"));
}

lockcore::ExaminationWish SearchForm::wish() const
{
    lockcore::ExaminationWish wish;
    auto &bounds = wish.bounds = usual();
    bounds.workers = m_workers->value();
    bounds.rounds = m_rounds->value();
    bounds.lease = timeOf(m_lease);
    bounds.work = timeOf(m_work);
    if (const auto other = timeOf(m_otherWork); other.count() > 0 && other != bounds.work) {
        bounds.otherWork = std::min(other, bounds.work);
        bounds.work = std::max(other, bounds.work);
    }
    bounds.poll = timeOf(m_poll);
    bounds.tick = timeOf(m_tick);
    bounds.careful = m_driver->currentData().toBool();
    if (bounds.horizon.count() > 0)
        bounds.horizon = horizonOf(bounds.lease);
    wish.isUsual = m_which->currentIndex() == Usual;
    if (wish.isUsual) {
        wish.faults = usualFaults();
        return wish;
    }
    for (std::size_t i = 0; i < faultKinds; ++i) {
        const auto fault = static_cast<Fault>(i);
        const int value = m_counts[i]->value();
        bounds.faults[fault] = isLength(fault) ? std::min(value, 1) : value;
        if (value > 0 && isLength(fault))
            (fault == Fault::Pause ? bounds.pause : bounds.commandTimeout) = Milliseconds(value);
    }
    wish.faults = choicesOf(bounds.faults);
    return wish;
}

void SearchForm::save(QSettings &settings) const { settings.setValue(u"explorer/protocol"_s, protocol()); }

void SearchForm::restore(QSettings &settings)
{
    const auto name = settings.value(u"explorer/protocol"_s).toString();
    if (!name.isEmpty() && m_protocol->findData(name) >= 0)
        chooseProtocol(name);
}

} // namespace lockscope
