// SPDX-License-Identifier: MIT
// Reads a protocol's options, and keeps the first thing that was wrong with them.
#pragma once

#include "locks/catalogue.h"

#include <initializer_list>

namespace lockcore {

class OptionReader
{
public:
    explicit OptionReader(const ProtocolOptions &options) : m_options(options) { }

    Milliseconds lease(const std::string &name, Milliseconds otherwise);    ///< more than 0, at most Lock::longestLease
    Milliseconds duration(const std::string &name, Milliseconds otherwise); ///< 0 or more

    /// The place of the option's word among `words`; 0 without the option.
    std::size_t choice(const std::string &name, std::initializer_list<std::string_view> words);

    const std::optional<Error> &error() const { return m_error; }

private:
    void refuse(const std::string &name, std::string why);

    const ProtocolOptions &m_options;
    std::optional<Error> m_error;
};

} // namespace lockcore
