// SPDX-License-Identifier: MIT
#include "ui/lab/change/subject_field.h"

#include "lockcore/lab/resp/inline_words.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "ui/lab/change/protocol_choice.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

SubjectField::SubjectField(const QString &own, QWidget *parent)
    : QWidget(parent)
    , m_protocol(new QComboBox(this))
    , m_command(new QLineEdit(this))
    , m_store(new QComboBox(this))
{
    if (!own.isEmpty())
        m_protocol->addItem(own, QString());
    addProtocols(m_protocol);
    m_protocol->setObjectName(u"tableProtocol"_s);
    m_protocol->setAccessibleName(tr("Workers"));
    m_protocol->setMinimumHeight(controlHeight(fontMetrics()));
    m_command->setObjectName(u"tableCommand"_s);
    m_command->setFont(fixedFont(font()));
    m_command->setPlaceholderText(tr("python3 my_worker.py"));
    m_command->setAccessibleName(tr("Command of your workers"));
    m_command->setToolTip(tr("It is shown once more before it is run. docs/write-a-worker.md says what it has to do."));
    m_command->setMinimumHeight(controlHeight(fontMetrics()));
    m_command->setMinimumWidth(fontMetrics().averageCharWidth() * 42);
    for (const auto word : lockcore::wordsOf<lockcore::Store>)
        m_store->addItem(tr("on %1").arg(shownText(lockcore::nameOf(*lockcore::fromWord<lockcore::Store>(word)))));
    m_store->setObjectName(u"tableStore"_s);
    m_store->setAccessibleName(tr("Store that your workers speak to"));
    m_store->setMinimumHeight(controlHeight(fontMetrics()));
    auto *name = new QLabel(tr("&Workers"), this);
    name->setBuddy(m_protocol);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    layout->addWidget(name);
    layout->addWidget(m_protocol);
    layout->addWidget(m_command, 1);
    layout->addWidget(m_store);
    connect(m_protocol, &QComboBox::currentIndexChanged, this, &SubjectField::follow);
    connect(m_command, &QLineEdit::textChanged, this, &SubjectField::changed);
    connect(m_command, &QLineEdit::returnPressed, this, &SubjectField::entered);
    follow();
}

bool SubjectField::isOutside() const { return m_protocol->currentData().toString() == externalProtocol; }

std::string SubjectField::protocol() const { return m_protocol->currentData().toString().toStdString(); }

std::vector<std::string> SubjectField::command() const
{
    if (!isOutside())
        return {};
    return lockcore::inlineWords(m_command->text().toStdString()).value_or(std::vector<std::string>()); // an open quote: incomplete
}

lockcore::Store SubjectField::store() const
{
    return isOutside() ? static_cast<lockcore::Store>(m_store->currentIndex()) : lockcore::Store::Redis;
}

void SubjectField::choose(const std::string &protocol)
{
    const int found = m_protocol->findData(QString::fromStdString(protocol));
    if (found >= 0)
        m_protocol->setCurrentIndex(found);
}

void SubjectField::follow()
{
    m_command->setVisible(isOutside());
    m_store->setVisible(isOutside());
    emit changed();
}

} // namespace lockscope
