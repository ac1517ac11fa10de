// SPDX-License-Identifier: MIT
#include "ui/profiles/secret_store.h"

#include "ui/words/tr.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>

namespace lockscope {

SecretAnswer readSecret(SecretStore &store, const QString &id, lockcore::Milliseconds limit)
{
    QEventLoop loop;
    std::optional<SecretAnswer> answer;
    store.read(id, &loop, [&](const SecretAnswer &given) {
        answer = given;
        loop.quit();
    });
    QTimer::singleShot(limit, &loop, &QEventLoop::quit);
    loop.exec();
    const auto seconds = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(limit).count());
    return answer.value_or(
        SecretAnswer{SecretAnswer::Outcome::Failed, {}, Words::tr("The keychain has not answered within %1 s.").arg(seconds)});
}

} // namespace lockscope
