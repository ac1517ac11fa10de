// SPDX-License-Identifier: MIT
#include "ui/explore/scripts_dialog.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::explorer::ScriptPair;

namespace {

constexpr qsizetype longestScript = 64 << 10;

// The lock that most articles show: a beginning that works.
const QString exampleAcquire = u"if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then\n    return 1\nend\nreturn 0\n"_s;
const QString exampleRelease = u"if redis.call('get', KEYS[1]) == ARGV[1] then\n    return redis.call('del', KEYS[1])\nend\nreturn 0\n"_s;

lockcore::Bytes bytesOf(const QPlainTextEdit *field) { return field->toPlainText().toStdString(); }

} // namespace

ScriptsDialog::ScriptsDialog(const std::optional<ScriptPair> &scripts, QWidget *parent)
    : QDialog(parent)
    , m_preset(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_acquired(new QLineEdit(this))
    , m_released(new QLineEdit(this))
    , m_renewed(new QLineEdit(this))
    , m_stillHeld(new QLineEdit(this))
    , m_complaint(new ShadedLabel(ShadedLabel::Shade::Secondary, this))
    , m_use(makeButton(tr("Use these scripts"), this))
{
    setWindowTitle(tr("Scripts of your own"));
    m_use->setObjectName(u"use"_s);
    const auto known = scripts.value_or(ScriptPair());
    auto *tabs = new QTabWidget(this);
    m_acquire = addScript(tabs, tr("Acquire"), u"acquire"_s, scripts ? known.acquire : exampleAcquire.toStdString());
    m_release = addScript(tabs, tr("Release"), u"release"_s, scripts ? known.release : exampleRelease.toStdString());
    m_renew = addScript(tabs, tr("Renew (if a watchdog does)"), u"renew"_s, known.renew);
    tabs->setAccessibleName(tr("Scripts"));
    tabs->tabBar()->setAccessibleName(tr("Scripts"));
    auto *explanation = new ShadedLabel(ShadedLabel::Shade::Secondary, this);
    explanation->setWordWrap(true);
    explanation->setText(tr("KEYS[1] is the lock. ARGV[1] is the owner and ARGV[2] the lease in milliseconds, or the other way round where "
                            "a script acquires or renews. The release gets the owner only."));
    m_preset->addItem(tr("as set below"), QString());
    m_preset->addItem(tr("article: lease first; 1 is yes"), u"article"_s);
    m_preset->addItem(tr("redisson: lease first; nil is yes"), u"redisson"_s);
    m_order->addItem(tr("owner, lease"), false);
    m_order->addItem(tr("lease, owner"), true);
    m_order->setCurrentIndex(known.leaseFirst ? 1 : 0);
    m_acquired->setText(QString::fromStdString(known.acquiredWhen));
    m_released->setText(QString::fromStdString(known.releasedWhen));
    m_renewed->setText(QString::fromStdString(known.renewedWhen));
    m_stillHeld->setText(QString::fromStdString(known.stillHeldWhen));
    m_stillHeld->setPlaceholderText(tr("it does not count holds"));
    m_preset->setAccessibleName(tr("Preset"));
    m_order->setAccessibleName(tr("Arguments"));
    m_acquired->setAccessibleName(tr("Acquired when it answers"));
    m_released->setAccessibleName(tr("Released when it answers"));
    m_renewed->setAccessibleName(tr("Renewed when it answers"));
    m_stillHeld->setAccessibleName(tr("Still held when the release answers"));
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(grid::group);
    form->setVerticalSpacing(grid::spacing);
    form->addRow(tr("Preset"), m_preset);
    form->addRow(tr("Arguments"), m_order);
    form->addRow(tr("Acquired when it answers"), m_acquired);
    form->addRow(tr("Released when it answers"), m_released);
    form->addRow(tr("Renewed when it answers"), m_renewed);
    form->addRow(tr("Still held when the release answers"), m_stillHeld);
    for (auto *field : {m_acquired, m_released, m_renewed, m_stillHeld})
        field->setToolTip(tr("A reply, like 1, OK or nil"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_complaint, 1);
    auto *cancel = makeButton(tr("Cancel"), this);
    buttons->addWidget(cancel);
    buttons->addWidget(m_use);
    m_use->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addWidget(explanation);
    layout->addWidget(tabs, 1);
    layout->addLayout(form);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, [this] {
        emit written(this->scripts());
        accept();
    });
    connect(m_preset, &QComboBox::currentIndexChanged, this, &ScriptsDialog::takePreset);
    for (auto *field : {m_acquired, m_released, m_renewed})
        connect(field, &QLineEdit::textChanged, this, &ScriptsDialog::showComplete);
    showComplete();
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().lineSpacing() * 32);
}

QPlainTextEdit *ScriptsDialog::addScript(QTabWidget *tabs, const QString &title, const QString &name, const lockcore::Bytes &text)
{
    auto *field = new QPlainTextEdit(tabs);
    field->setObjectName(name);
    field->setAccessibleName(title);
    field->setFont(fixedFont(font()));
    field->setTabChangesFocus(true);
    field->setPlainText(QString::fromStdString(text));
    tabs->addTab(field, title);
    connect(field, &QPlainTextEdit::textChanged, this, &ScriptsDialog::showComplete);
    return field;
}

void ScriptsDialog::takePreset()
{
    const auto preset = m_preset->currentData().toString();
    if (preset.isEmpty())
        return;
    m_order->setCurrentIndex(1);
    m_acquired->setText(preset == u"redisson"_s ? u"nil"_s : u"1"_s);
}

void ScriptsDialog::showComplete()
{
    const auto isTooLong = [](const QPlainTextEdit *field) { return field->toPlainText().size() > longestScript; };
    const bool isEmpty = m_acquire->toPlainText().trimmed().isEmpty() || m_release->toPlainText().trimmed().isEmpty();
    const bool isUnread = m_acquired->text().isEmpty() || m_released->text().isEmpty() || m_renewed->text().isEmpty();
    const bool isLong = isTooLong(m_acquire) || isTooLong(m_release) || isTooLong(m_renew);
    m_complaint->setText(isEmpty    ? tr("A lock has a script that acquires and one that releases.")
                         : isUnread ? tr("Say what each reply means, like 1, OK or nil.")
                         : isLong   ? tr("A script has at most 64 KB.")
                                    : QString());
    m_use->setEnabled(!isEmpty && !isUnread && !isLong);
}

ScriptPair ScriptsDialog::scripts() const
{
    ScriptPair scripts;
    scripts.acquire = bytesOf(m_acquire);
    scripts.release = bytesOf(m_release);
    scripts.renew = m_renew->toPlainText().trimmed().isEmpty() ? lockcore::Bytes() : bytesOf(m_renew);
    scripts.leaseFirst = m_order->currentData().toBool();
    scripts.acquiredWhen = m_acquired->text().toStdString();
    scripts.releasedWhen = m_released->text().toStdString();
    scripts.renewedWhen = m_renewed->text().toStdString();
    scripts.stillHeldWhen = m_stillHeld->text().toStdString();
    return scripts;
}

} // namespace lockscope
