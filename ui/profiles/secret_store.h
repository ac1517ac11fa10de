// SPDX-License-Identifier: MIT
// Where passwords are kept between two runs: a keychain, or nothing. There is no fall-back to a file. Answers come later,
// on the asking thread, which needs an event loop; never within the call itself.
#pragma once

#include "base/clock.h"

#include <QObject>

#include <functional>

namespace lockscope {

struct SecretAnswer
{
    enum class Outcome {
        Done,
        NotFound,   ///< the keychain works, and has nothing under this name
        NoKeychain, ///< none on this machine, or not for this session
        Failed,     ///< it refused, or did not answer
    };

    Outcome outcome = Outcome::Done;
    std::string secret; ///< of read(), when Done
    QString sentence;   ///< why it is not Done; for people

    bool done() const { return outcome == Outcome::Done; }
};

class SecretStore
{
public:
    using Then = std::function<void(const SecretAnswer &)>;

    SecretStore() = default;
    virtual ~SecretStore() = default;
    SecretStore(const SecretStore &) = delete;
    SecretStore &operator=(const SecretStore &) = delete;

    /// `then` is called once, unless `context` is destroyed before. `id`: Profile::id.
    virtual void read(const QString &id, QObject *context, Then then) = 0;
    virtual void write(const QString &id, const std::string &secret, QObject *context, Then then) = 0;
    virtual void remove(const QString &id, QObject *context, Then then) = 0; ///< Done too if there was none
};

/// Waits for it, for those without a loop of their own. A keychain that asks its owner for permission takes their time:
/// after `limit` it has Failed.
SecretAnswer readSecret(SecretStore &store, const QString &id, lockcore::Milliseconds limit);

} // namespace lockscope
