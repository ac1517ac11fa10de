// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_bar.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QProgressBar>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto messageStays = 10s;

} // namespace

LabBar::LabBar(const QList<QAction *> &actions, QWidget *parent)
    : QWidget(parent)
    , m_underWay(new Pill(this))
    , m_server(new Pill(this))
    , m_seed(new Pill(this))
    , m_progress(new QProgressBar(this))
    , m_message(new ElidedLabel(ShadedLabel::Shade::Text, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing + 2, grid::group, grid::spacing + 2);
    layout->setSpacing(grid::spacing + grid::unit);
    auto *name = new ShadedLabel(ShadedLabel::Shade::Text, this);
    auto strong = font();
    strong.setWeight(QFont::DemiBold);
    name->setFont(strong);
    name->setText(tr("Lab"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(fontMetrics().averageCharWidth() * 12); // as wide as a pill at least is: the buttons keep their places
    m_progress->setAccessibleName(tr("A run is under way"));
    for (QWidget *widget : {static_cast<QWidget *>(name), static_cast<QWidget *>(m_server), static_cast<QWidget *>(m_seed),
                            static_cast<QWidget *>(m_underWay), static_cast<QWidget *>(m_progress)})
        layout->addWidget(widget);
    QSizePolicy rest(QSizePolicy::Ignored, QSizePolicy::Fixed);
    rest.setRetainSizeWhenHidden(true); // the buttons keep their places
    m_message->setSizePolicy(rest);
    m_message->setObjectName(u"message"_s);
    m_message->hide();
    m_messageTime.setSingleShot(true);
    connect(&m_messageTime, &QTimer::timeout, this, &LabBar::endMessage);
    layout->addWidget(m_message, 1);
    for (auto *action : actions) {
        auto *button = new KeyButton(action, this);
        if (action == actions.back())
            makePrimary(button);
        layout->addWidget(button);
    }
    showRun(nullptr);
    setUnderWay({});
}

void LabBar::showRun(const ShownRunPtr &run)
{
    m_hasServer = run && !run->report.server.empty(); // a run that did not begin had neither
    m_hasSeed = run && run->report.history.header.seed != 0;
    showPills();
    if (!run)
        return;
    const auto &report = run->report;
    m_server->set(tr("private server · %1").arg(shownText(report.server, 40)), Pill::Tone::Plain,
                  tr("Lockscope started it for this run, and ended it afterwards."));
    m_seed->set(tr("seed %1").arg(report.history.header.seed), Pill::Tone::Plain,
                tr("Everything random in the run came from this number. The interleaving of processes did not."));
}

void LabBar::setUnderWay(const QString &what)
{
    const bool begins = !what.isEmpty() && !m_isUnderWay;
    m_isUnderWay = !what.isEmpty();
    if (begins) { // what was said is about before
        m_messageTime.stop();
        endMessage(); // before something else is shown: showing lays out at once, and all together need a wider window
    }
    if (m_isUnderWay)
        m_underWay->set(what);
    m_underWay->setVisible(m_isUnderWay);
    m_progress->setVisible(m_isUnderWay);
    showPills();
}

// Meanwhile, a message has their room, or the next run, which has another server and seed.
void LabBar::showPills()
{
    const bool isFree = !m_messageTime.isActive() && !m_isUnderWay;
    m_server->setVisible(isFree && m_hasServer);
    m_seed->setVisible(isFree && m_hasSeed);
}

void LabBar::showMessage(const QString &text)
{
    m_message->setText(text);
    m_message->show();
    m_messageTime.start(messageStays);
    showPills();
}

void LabBar::endMessage()
{
    m_message->hide();
    showPills();
}

} // namespace lockscope
