// SPDX-License-Identifier: MIT
// Reads a protocol's options and keeps the first error. An option that the protocol does not read is an error, too: it is
// misspelt, or it belongs to another protocol.
#pragma once

#include "lockcore/locks/catalogue.h"

#include <initializer_list>
#include <set>

namespace lockcore {

class OptionReader
{
public:
    explicit OptionReader(const ProtocolOptions &options)
        : m_options(options)
    { }

    Milliseconds lease(const std::string &name, Milliseconds fallback);    ///< more than 0, at most Lock::longestLease
    Milliseconds duration(const std::string &name, Milliseconds fallback); ///< 0 or more

    /// The index of the option's value in `words`; `fallback` without the option.
    std::size_t choice(const std::string &name, std::initializer_list<std::string_view> words, std::size_t fallback = 0);

    /// Call it after reading every option that the protocol accepts.
    std::optional<Error> error() const;

private:
    const std::string *find(const std::string &name);
    void refuse(const std::string &name, std::string why);

    const ProtocolOptions &m_options;
    std::set<std::string> m_known;
    std::optional<Error> m_error;
};

} // namespace lockcore
