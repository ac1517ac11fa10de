// SPDX-License-Identifier: MIT
#include "ui/window/key_dialog.h"

#include "ui/monitor/monitor_source.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/details_section.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/error_sentence.h"
#include "ui/words/key_words.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using What = lockcore::KeyFinding::What;

KeyDialog::KeyDialog(QWidget *parent)
    : QDialog(parent)
    , m_key(new QLineEdit(this))
    , m_ask(makeButton(tr("&Look up"), this))
    , m_show(makeButton(tr("&Show in the table"), this))
    , m_declare(makeButton(tr("&Treat as a lock…"), this))
{
    setObjectName(u"keyDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    setWindowTitle(tr("Look up a key"));
    setPalette(paletteOfFields(palette()));
    auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, this);
    label->setText(tr("&Name of the key, exactly as it is in Redis"));
    label->setBuddy(m_key);
    m_key->setObjectName(u"key"_s);
    m_key->setAccessibleName(tr("Name of the key"));
    m_key->setFont(fixedFont(font()));
    m_key->setMinimumHeight(controlHeight(m_key->fontMetrics()));
    m_key->setToolTip(tr("Bytes may be written as they are shown: \\x00, \\n"));
    m_ask->setObjectName(u"lookUp"_s);
    m_ask->setDefault(true);
    m_show->setObjectName(u"showKey"_s);
    m_show->setAutoDefault(false);
    m_declare->setObjectName(u"declareKey"_s);
    m_declare->setAutoDefault(false);
    m_declare->setToolTip(tr("Declare that keys like this one are locks, and how to read them"));
    auto *close = makeButton(tr("Close"), this);
    close->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->setSpacing(grid::spacing);
    line->addWidget(m_key, 1);
    line->addWidget(m_ask);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(grid::spacing);
    foot->addWidget(m_show);
    foot->addWidget(m_declare);
    foot->addStretch(1);
    foot->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    layout->addWidget(label);
    layout->addLayout(line);
    layout->addWidget(makeAnswer(), 1);
    layout->addLayout(foot);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 22);
    connect(m_ask, &QPushButton::clicked, this, &KeyDialog::ask);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_show, &QPushButton::clicked, this, [this] { emit showWanted(m_finding.lock.id); });
    connect(m_declare, &QPushButton::clicked, this, [this] { emit declareWanted(m_finding.lock); });
    say(tr("A few bounded reads say what it is, a lock or not, and why. Nothing is changed."));
}

QWidget *KeyDialog::makeAnswer()
{
    auto *area = new QScrollArea(this);
    area->setAccessibleName(tr("What the key is"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *answer = new QWidget(area);
    m_headline = new WrappedText(answer);
    m_headline->setObjectName(u"keyHeadline"_s);
    m_headline->setAccessibleName(tr("What the key is"));
    m_facts = new DetailsSection({}, answer);
    m_facts->setObjectName(u"keyFacts"_s);
    auto *layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, grid::spacing, 0, 0);
    layout->setSpacing(grid::unit);
    layout->addWidget(m_headline);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    area->setWidget(answer);
    return area;
}

void KeyDialog::setSource(MonitorSource *source, const lockcore::Endpoint &endpoint)
{
    if (m_source)
        m_source->disconnect(this);
    m_source = source;
    m_endpoint = endpoint;
    m_asked.reset();
    m_ask->setEnabled(source != nullptr);
    if (!source)
        return say(tr("There is no connection."));
    connect(source, &MonitorSource::lookedUp, this, [this](lockcore::RequestId id, const lockcore::KeyFinding &finding) {
        if (m_asked == id)
            showFinding(finding);
    });
}

void KeyDialog::focusKey(const QString &key)
{
    m_key->setFocus(Qt::OtherFocusReason);
    if (!key.isEmpty())
        m_key->setText(key);
    m_key->selectAll();
    if (!key.isEmpty())
        ask();
}

void KeyDialog::ask()
{
    const auto typed = m_key->text().toStdString();
    if (typed.empty() || !m_source)
        return m_key->setFocus();
    say(tr("Looking …"));
    m_asked = lockcore::newRequestId();
    m_source->lookUp(*m_asked, lockcore::unescaped(typed).value_or(typed));
}

void KeyDialog::say(const QString &headline)
{
    m_headline->showText(headline, font(), ShadedLabel::Shade::Secondary);
    m_facts->setFacts({});
    m_show->setEnabled(false);
    m_declare->setEnabled(false);
}

void KeyDialog::showFinding(const lockcore::KeyFinding &finding)
{
    m_asked.reset();
    m_finding = finding;
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_headline->showText(keyHeadline(finding), strong, ShadedLabel::Shade::Text);
    QList<Fact> facts;
    for (const auto &[label, value] : keyFacts(finding, m_endpoint, usualTimeout))
        facts.append({label, value, Fact::KeySnapshot::Plain, -1});
    m_facts->setFacts(facts);
    const bool isLock = finding.what == What::Lock && lockcore::levelOf(finding.lock.confidence) == lockcore::LockLevel::Lock;
    m_show->setEnabled(isLock);
    m_declare->setEnabled(finding.what == What::NoLock || (finding.what == What::Lock && !isLock));
}

} // namespace lockscope
