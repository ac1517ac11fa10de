// SPDX-License-Identifier: MIT
// Reads a protocol's options, and keeps the first thing that was wrong with them. Those that nobody asked for are wrong, too: they
// are misspelt, or another protocol's.
#pragma once

#include "locks/catalogue.h"

#include <initializer_list>
#include <set>

namespace lockcore {

class OptionReader
{
public:
    explicit OptionReader(const ProtocolOptions &options) : m_options(options) { }

    Milliseconds lease(const std::string &name, Milliseconds otherwise);    ///< more than 0, at most Lock::longestLease
    Milliseconds duration(const std::string &name, Milliseconds otherwise); ///< 0 or more

    /// The place of the option's word among `words`; `otherwise` without the option.
    std::size_t choice(const std::string &name, std::initializer_list<std::string_view> words, std::size_t otherwise = 0);

    /// To be asked when all that the protocol knows has been read.
    std::optional<Error> error() const;

private:
    const std::string *find(const std::string &name);
    void refuse(const std::string &name, std::string why);

    const ProtocolOptions &m_options;
    std::set<std::string> m_known;
    std::optional<Error> m_error;
};

} // namespace lockcore
