// SPDX-License-Identifier: MIT
#include "ui/monitor/trace_question.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/details_section.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"
#include "ui/words/trace_words.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

TraceQuestion::TraceQuestion(const TracePlan &plan, const Bytes &lock, const QString &ended, std::size_t others, QWidget *parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_facts(new DetailsSection({}, this))
    , m_time(new QComboBox(this))
    , m_trace(makeButton({}, this))
{
    constexpr std::size_t longestName = 60;
    setObjectName(u"traceQuestion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Who does this?"));
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    auto *headline = new WrappedText(this);
    headline->showText(tr("Trace who changes %1?").arg(shownText(lock, longestName)), strong, ShadedLabel::Shade::Text);
    auto *end = new WrappedText(this);
    end->showText(ended, font(), ShadedLabel::Shade::Text);
    end->setVisible(!ended.isEmpty());
    auto *meaning = new WrappedText(this);
    auto said = tr("A trace makes the server repeat every command it executes to Lockscope (MONITOR).");
    if (others > 0)
        said += u' '
                + (others == 1 ? tr("It follows this lock and another one of this server.")
                               : tr("It follows this lock and %Ln others of this server.", nullptr, static_cast<int>(others)));
    meaning->showText(said + u' ' + tr("It writes nothing, and stops by itself if it costs much more than this."), font(),
                      ShadedLabel::Shade::Text);
    for (const auto time : {Milliseconds(30s), Milliseconds(1min), Milliseconds(2min), TraceOptions::mostTime})
        m_time->addItem(wholeTimeText(time), QVariant::fromValue(time.count()));
    m_time->setObjectName(u"traceTime"_s);
    m_time->setAccessibleName(tr("How long the trace takes"));
    auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, this);
    label->setText(tr("&For"));
    label->setBuddy(m_time);
    auto *cancel = makeButton(tr("&Cancel"), this);
    cancel->setDefault(true);
    m_trace->setObjectName(u"trace"_s);
    m_trace->setAutoDefault(false);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(grid::spacing);
    foot->addWidget(label);
    foot->addWidget(m_time);
    foot->addStretch(1);
    foot->addWidget(m_trace);
    foot->addWidget(cancel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    layout->addWidget(headline);
    layout->addWidget(end);
    layout->addWidget(meaning);
    layout->addWidget(m_facts);
    layout->addStretch(1);
    layout->addSpacing(grid::spacing);
    layout->addLayout(foot);
    connect(m_time, &QComboBox::currentIndexChanged, this, &TraceQuestion::showTime);
    connect(m_trace, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    showTime();
    const int width = fontMetrics().averageCharWidth() * 80;
    resize(width, layout->totalHeightForWidth(width));
    cancel->setFocus();
}

Milliseconds TraceQuestion::time() const { return Milliseconds(m_time->currentData().toLongLong()); }

void TraceQuestion::showTime()
{
    QList<Fact> facts;
    for (const auto &[title, explanation] : traceQuestion(m_plan, time()))
        facts.append({title, explanation, Fact::KeySnapshot::Plain, -1});
    m_facts->setFacts(facts);
    setButtonText(m_trace, tr("&Trace for %1").arg(wholeTimeText(time())));
}

} // namespace lockscope
