// SPDX-License-Identifier: MIT
#include "app/command/chosen_server.h"

#include "app/command/arguments.h"
#include "ui/profiles/keychain.h"
#include "ui/profiles/profile_file.h"
#include "ui/words/refused.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Result;

Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &given, const lockcore::PasswordFiles &passwords)
{
    const auto fromEnvironment = qgetenv("LOCKSCOPE_URL").toStdString();
    const auto url = given ? argumentBytes(*given) : fromEnvironment.empty() ? "redis://127.0.0.1:6379" : fromEnvironment;
    auto endpoint = lockcore::Endpoint::parse(url);
    if (!endpoint)
        return given ? endpoint.error() : refused("LOCKSCOPE_URL", endpoint.error());
    return lockcore::withPassword(std::move(endpoint).value(), passwords);
}

Result<Target> profileTarget(const QString &name, const lockcore::PasswordFiles &passwords, Access access)
{
    constexpr lockcore::Milliseconds patience{20'000};
    const auto profile = ProfileFile(ProfileFile::usualPath()).named(name);
    if (!profile)
        return refused("--profile", profile.error());
    auto target = targetOf(*profile);
    if (access == Access::Write && target.readOnly)
        return target;
    auto endpoint = lockcore::withPassword(target.endpoint, passwords);
    if (!endpoint)
        return endpoint.error();
    target.endpoint = std::move(endpoint).value();
    if (!target.endpoint.password.empty() || profile->password == PasswordPlace::None)
        return target;
    if (profile->password == PasswordPlace::Ask)
        return refused(Words::tr("--profile: the password of this profile is not kept: put it into LOCKSCOPE_PASSWORD or name a "
                                 "--password-file"));
    Keychain keychain;
    const auto answer = readSecret(keychain, profile->id, patience);
    if (!answer.done())
        return refused(Words::tr("--profile: %1 Put the password into LOCKSCOPE_PASSWORD or name a --password-file").arg(answer.sentence));
    target.endpoint.password = answer.secret;
    return target;
}

} // namespace lockscope
