// SPDX-License-Identifier: MIT
// Where passwords are kept between two runs: in a keychain, or nowhere. There is no fallback to a file. Answers come later on the calling
// thread, which needs an event loop; never during the call itself.
#pragma once

#include "lockcore/base/clock.h"

#include <QObject>

#include <functional>

namespace lockscope {

struct SecretAnswer
{
    enum class Outcome {
        Done,
        NotFound,   ///< the keychain works and has nothing under this name
        NoKeychain, ///< no keychain on this machine, or none in this session
        Failed,     ///< the keychain refused, or did not answer
    };

    Outcome outcome = Outcome::Done;
    std::string secret; ///< the result of read() if the outcome is Done
    QString sentence;   ///< for people: why the outcome is not Done

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

    /// Calls `then` once, unless `context` is destroyed before. `id`: Profile::id.
    virtual void read(const QString &id, QObject *context, Then then) = 0;
    virtual void write(const QString &id, const std::string &secret, QObject *context, Then then) = 0;
    virtual void remove(const QString &id, QObject *context, Then then) = 0; ///< also Done if there was none
};

/// Waits for the answer, for callers without an event loop. The keychain may ask its owner for permission, which takes time. After `limit`
/// the outcome is Failed.
SecretAnswer readSecret(SecretStore &store, const QString &id, lockcore::Milliseconds limit);

} // namespace lockscope
