// SPDX-License-Identifier: MIT
#include "ui/report/pitfall_words.h"

#include "ui/words/tr.h"

#include <QStringList>

#include <algorithm>

namespace lockscope {

using lockcore::Answering;
using lockcore::KeptBy;
using lockcore::Pitfall;
using lockcore::Scenario;

namespace {

QString ownText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString answeringText(Answering answering)
{
    switch (answering) {
    case Answering::Library: return Words::tr("The lock library.");
    case Answering::Application: return Words::tr("The application that uses the lock.");
    case Answering::Operator: return Words::tr("The operator.");
    case Answering::Deployment: return Words::tr("Who deploys and configures the servers.");
    }
    return {};
}

QString keptByText(KeptBy keptBy)
{
    switch (keptBy) {
    case KeptBy::Lock: return Words::tr("A lock can prevent it.");
    case KeptBy::Fencing: return Words::tr("No lock can prevent it. A resource that checks fencing tokens makes it harmless.");
    case KeptBy::Use: return Words::tr("No lock and no token can prevent it, only how the lock is used or its server is run.");
    }
    return {};
}

} // namespace

QString codeText(const Pitfall &pitfall) { return ownText(pitfall.code); }

QString titleText(const Pitfall &pitfall) { return ownText(pitfall.title); }

QString happensText(const Pitfall &pitfall) { return ownText(pitfall.happens); }

QString fixText(const Pitfall &pitfall) { return ownText(pitfall.fix); }

QString answersText(const Pitfall &pitfall) { return answeringText(pitfall.answering) + u' ' + keptByText(pitfall.keptBy); }

bool isFoundBy(const Pitfall &pitfall, const QString &search, std::span<const Scenario> stories)
{
    auto text =
        codeText(pitfall) + u' ' + titleText(pitfall) + u' ' + happensText(pitfall) + u' ' + fixText(pitfall) + u' ' + answersText(pitfall);
    for (const auto &story : storiesAbout(pitfall, stories))
        text += u' ' + QString::fromStdString(story.name + ' ' + story.title);
    const auto words = search.split(u' ', Qt::SkipEmptyParts);
    return std::ranges::all_of(words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

std::vector<Scenario> storiesAbout(const Pitfall &pitfall, std::span<const Scenario> stories)
{
    std::vector<Scenario> about;
    std::ranges::copy_if(stories, std::back_inserter(about),
                         [&](const Scenario &story) { return std::ranges::count(story.pitfalls, pitfall.code) > 0; });
    return about;
}

} // namespace lockscope
