// SPDX-License-Identifier: MIT
#include "ui/lab/library/story_header.h"

#include "lockcore/report/pitfall.h"
#include "ui/lab/scenario/scenario_words.h"
#include "ui/report/pitfall_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Milliseconds;
using lockcore::Scenario;

namespace {

constexpr int mostFaults = 4; // further faults are only counted
constexpr std::size_t mostSources = 4;
constexpr std::size_t mostPitfalls = 6;
constexpr std::size_t mostStoryCharacters = 4000; // the rest of the text is cut

QString groundText(const Scenario &scenario)
{
    QStringList parts;
    if (scenario.cluster)
        parts << StoryHeader::tr("a cluster of three primaries and three replicas");
    if (scenario.servers > 1)
        parts << StoryHeader::tr("%n servers", nullptr, static_cast<int>(scenario.servers));
    if (scenario.replicas > 0)
        parts << StoryHeader::tr("with a replica");
    return parts.join(u", "_s);
}

// The work is shown next to the lease, because it is often longer, and this is the point of the story.
QString workText(const Scenario &scenario)
{
    auto longest = Milliseconds(0);
    for (const auto &worker : scenario.workers)
        longest = std::max(longest, worker.work);
    return longest.count() == 0 ? QString() : StoryHeader::tr("work %1").arg(timeText(longest));
}

QString sourceText(const QUrl &url)
{
    auto host = url.host();
    if (host.startsWith(u"www."_s))
        host.remove(0, 4);
    return shownText(host.toStdString(), 40);
}

// The source comes from a user's file, so only URLs for a browser are accepted.
QUrl linkOf(const std::string &source)
{
    const QUrl url(QString::fromStdString(source), QUrl::StrictMode);
    const bool isWeb = url.scheme() == u"https"_s || url.scheme() == u"http"_s;
    return url.isValid() && isWeb && !url.host().isEmpty() ? url : QUrl();
}

} // namespace

QStringList chipsOf(const Scenario &scenario)
{
    const auto workers = scenario.workers.size();
    QStringList chips{protocolText(scenario.protocol),
                      workers == 1 ? StoryHeader::tr("1 worker") : StoryHeader::tr("%1 workers").arg(workers), groundText(scenario),
                      StoryHeader::tr("lease %1").arg(timeText(scenario.lease)), workText(scenario)};
    if (scenario.fenced)
        chips << StoryHeader::tr("fenced resource");
    if (scenario.stock)
        chips << StoryHeader::tr("stock %1").arg(*scenario.stock);
    int shown = 0;
    for (const auto &fault : scenario.script) {
        if (++shown <= mostFaults)
            chips << faultText(fault);
    }
    if (shown > mostFaults)
        chips << StoryHeader::tr("%n more", nullptr, shown - mostFaults);
    chips.removeAll(QString());
    return chips;
}

StoryHeader::StoryHeader(QWidget *parent)
    : QWidget(parent)
    , m_head(new FlowLayout)
    , m_title(new ElidedLabel(ShadedLabel::Shade::Text, this))
    , m_story(new WrappedText(this))
    , m_ground(new QWidget(this))
    , m_grounds(new FlowLayout(m_ground))
    , m_more(new LinkButton(tr("The story"), this))
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    strong.setPointSizeF(strong.pointSizeF() * 1.15);
    m_title->setFont(strong);
    m_title->setFewest(24);
    m_story->setAccessibleName(tr("The story"));
    for (auto *flow : {m_head, m_grounds}) {
        flow->setSpacing(grid::spacing);
        flow->setContentsMargins({});
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    layout->setSpacing(grid::spacing);
    m_head->addWidget(m_title);
    m_head->addWidget(m_more);
    m_more->setObjectName(u"storyMore"_s);
    connect(m_more, &QAbstractButton::clicked, this, [this] { unfold(!m_unfolded); });
    layout->addLayout(m_head);
    layout->addWidget(m_story);
    layout->addWidget(m_ground);
}

void StoryHeader::addChip(const QString &text, const QString &explanation)
{
    auto *chip = new Pill(this);
    chip->set(text, Pill::Tone::Plain, explanation);
    chip->setVisible(!m_short);
    m_head->addWidget(chip);
    m_chips << chip;
}

// The last widget of a flow gets the rest of the line, so an empty widget is added after the last chip.
void StoryHeader::endLine(FlowLayout *flow, QWidget *parent)
{
    auto *rest = new QWidget(parent);
    flow->addWidget(rest);
    m_chips << rest;
    rest->setVisible(!m_short);
}

void StoryHeader::addChips(const Scenario &scenario)
{
    for (const auto &text : chipsOf(scenario))
        addChip(text);
    endLine(m_head, this);
}

void StoryHeader::addGround(const Scenario &scenario)
{
    const auto add = [this](QWidget *widget) {
        m_grounds->addWidget(widget);
        m_chips << widget;
        widget->show();
    };
    for (std::size_t i = 0; i < std::min(mostPitfalls, scenario.pitfalls.size()); ++i) {
        const auto code = shownText(scenario.pitfalls[i], 12); // of a file of the person, which may name any
        const auto *pitfall = lockcore::findPitfall(scenario.pitfalls[i]);
        if (!pitfall) {
            auto *label = new ShadedLabel(ShadedLabel::Shade::Secondary, m_ground);
            label->setText(code);
            add(label);
            continue;
        }
        auto *link = new LinkButton(code + u"  "_s + titleText(*pitfall), m_ground);
        setPlainToolTip(link, happensText(*pitfall));
        link->setAccessibleName(tr("Pitfall %1").arg(link->text()));
        connect(link, &QAbstractButton::clicked, this, [this, code] { emit pitfallWanted(code); });
        add(link);
    }
    for (std::size_t i = 0; i < std::min(mostSources, scenario.sources.size()); ++i) {
        const auto url = linkOf(scenario.sources[i]);
        if (url.isEmpty())
            continue;
        auto *link = new LinkButton(sourceText(url), m_ground);
        setPlainToolTip(link, shownText(scenario.sources[i], 300));
        link->setAccessibleName(tr("Source: %1").arg(sourceText(url)));
        connect(link, &QAbstractButton::clicked, this, [this, url] { emit linkWanted(url); });
        add(link);
    }
    endLine(m_grounds, m_ground);
}

void StoryHeader::show(const Scenario &scenario)
{
    if (std::exchange(m_shown, scenario) == scenario)
        return unfold(false); // the chips stay, because one of them may have the focus
    qDeleteAll(m_chips);
    m_chips.clear();
    showTitle();
    addChips(scenario);
    m_story->showText(shownText(scenario.story, mostStoryCharacters), font(), ShadedLabel::Shade::Secondary);
    m_hasStory = !scenario.story.empty();
    addGround(scenario);
    unfold(false);
}

void StoryHeader::showTitle()
{
    m_title->setText(m_covered ? tr("How does it end?") : m_shown ? shownText(m_shown->title, 200) : QString());
}

QString StoryHeader::title() const { return m_title->text(); }

void StoryHeader::setCovered(bool covered)
{
    if (std::exchange(m_covered, covered) == covered)
        return;
    showTitle();
    arrange();
}

void StoryHeader::setShort(bool isShort)
{
    m_short = isShort;
    for (auto *chip : m_chips)
        chip->setVisible(!isShort);
    arrange();
}

void StoryHeader::setFolded(bool folded)
{
    if (std::exchange(m_folded, folded) != folded)
        unfold(false);
}

void StoryHeader::unfold(bool unfolded)
{
    m_unfolded = unfolded;
    m_more->setText(unfolded ? tr("Less") : tr("The story"));
    m_more->setAccessibleName(m_more->text());
    arrange();
}

void StoryHeader::arrange()
{
    const bool isTold = !m_covered && (!m_folded || m_unfolded);
    m_more->setVisible(!m_covered && m_folded && m_hasStory);
    m_story->setVisible(isTold && m_hasStory);
    m_ground->setVisible(isTold && !m_short && m_grounds->count() > 1);
    m_head->setMostLines(isTold || m_covered ? 0 : 1); // what it is made of is all that one knows of a covered story
    updateGeometry();
}

} // namespace lockscope
