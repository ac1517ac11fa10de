// SPDX-License-Identifier: MIT
#include "ui/profiles/profile.h"

#include "ui/words/tr.h"

#include <QUuid>

#include <algorithm>

namespace lockscope {

namespace {

constexpr qsizetype longestName = 80;

} // namespace

Profile newProfile()
{
    Profile profile;
    profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    return profile;
}

QString complaintAbout(const QString &name)
{
    if (name.trimmed().isEmpty())
        return Words::tr("The profile needs a name.");
    if (name.trimmed() != name)
        return Words::tr("The name begins or ends with a blank.");
    if (name.size() > longestName)
        return Words::tr("The name is longer than %1 characters.").arg(longestName);
    if (std::ranges::any_of(name, [](QChar c) { return !c.isPrint() && !c.isSurrogate(); }))
        return Words::tr("There is a character in the name that cannot be shown.");
    return {};
}

Target targetOf(const Profile &profile)
{
    Target target;
    target.endpoint = profile.endpoint;
    target.name = profile.name;
    target.profileId = profile.id;
    target.password = profile.password;
    target.deep = profile.deep;
    target.production = profile.production;
    target.readOnly = profile.readOnly;
    target.noTraces = profile.noTraces;
    for (const auto &text : profile.patterns) {
        if (auto pattern = lockcore::parseUserPattern(text.toStdString()))
            target.patterns.push_back(std::move(pattern).value());
    }
    for (const auto &format : profile.formats) {
        if (auto row = lockcore::rowOf(format))
            target.patterns.push_back(std::move(row).value());
    }
    return target;
}

} // namespace lockscope
