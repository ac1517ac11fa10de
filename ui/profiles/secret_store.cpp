// SPDX-License-Identifier: MIT
#include "ui/profiles/secret_store.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <optional>

namespace lockscope {

namespace {

struct SecretWords
{
    Q_DECLARE_TR_FUNCTIONS(SecretWords)
};

} // namespace

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
        SecretAnswer{SecretAnswer::Outcome::Failed, {}, SecretWords::tr("The keychain has not answered within %1 s.").arg(seconds)});
}

} // namespace lockscope
