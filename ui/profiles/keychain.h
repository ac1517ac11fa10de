// SPDX-License-Identifier: MIT
// The desktop's keychain: the Secret Service or KWallet, through QtKeychain. Its insecure fallback stays off: without a
// keychain, nothing is stored.
#pragma once

#include "ui/profiles/secret_store.h"

namespace lockscope {

class Keychain final : public SecretStore
{
public:
    void read(const QString &id, QObject *context, Then then) override;
    void write(const QString &id, const std::string &secret, QObject *context, Then then) override;
    void remove(const QString &id, QObject *context, Then then) override;
};

} // namespace lockscope
