// SPDX-License-Identifier: MIT
#include "ui/monitor/release_commands.h"

#include "ui/monitor/release_facts.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QToolButton>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int scriptLines = 12;

QToolButton *makeTool(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

QString wholeCommand(const ReleasePlan &plan) { return QString::fromStdString(redisCliLine(plan.command())); }

} // namespace

ReleaseCommands::ReleaseCommands(QWidget *parent)
    : QWidget(parent)
    , m_lines(new DetailsSection({}, this))
    , m_copy(makeTool(tr("Copy"), m_lines))
    , m_fold(makeTool(tr("The script as it is sent"), this))
    , m_copyScript(makeTool(tr("Copy as one command"), this))
    , m_script(new QPlainTextEdit(this))
{
    m_copy->setAccessibleName(tr("Copy the commands"));
    m_copyScript->setAccessibleName(tr("Copy the script as one command for redis-cli"));
    m_lines->setCaptionWidget(m_copy);
    addCopy(m_copy, commandsText);
    addCopy(m_copyScript, wholeCommand);
    m_fold->setObjectName(u"script"_s);
    m_fold->setCheckable(true);
    connect(m_fold, &QToolButton::toggled, this, &ReleaseCommands::fold);
    m_script->setReadOnly(true);
    m_script->setTabChangesFocus(true);
    m_script->setAccessibleName(tr("The script as it is sent"));
    m_script->setFont(fixedFont(font()));
    m_script->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_script->setFixedHeight(scriptLines * m_script->fontMetrics().lineSpacing() + 2 * grid::spacing);

    auto *head = new QHBoxLayout;
    head->setSpacing(grid::spacing);
    head->addWidget(m_fold);
    head->addWidget(m_copyScript);
    head->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::unit);
    layout->addWidget(m_lines);
    layout->addLayout(head);
    layout->addWidget(m_script);
    fold(false);
}

void ReleaseCommands::addCopy(QToolButton *button, QString (*text)(const ReleasePlan &))
{
    button->setIcon(themedIcon(u"edit-copy"_s, u"copy"_s, palette()));
    connect(button, &QToolButton::clicked, this, [this, text] { QGuiApplication::clipboard()->setText(text(m_plan)); });
}

void ReleaseCommands::showPlan(const ReleasePlan &plan, const QString &caption)
{
    m_lines->setCaption(caption);
    if (m_plan == plan)
        return;
    m_plan = plan;
    m_lines->setFacts(commandFacts(plan));
    m_script->setPlainText(scriptText(plan));
}

void ReleaseCommands::fold(bool open)
{
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_script->setVisible(open);
    m_copyScript->setVisible(open);
    if (open)
        emit unfolded(m_script);
}

} // namespace lockscope
