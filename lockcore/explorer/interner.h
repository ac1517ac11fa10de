// SPDX-License-Identifier: MIT
// Numbers for texts: equal texts have the same number, from 0 on.
#pragma once

#include "lockcore/base/bytes.h"

#include <unordered_map>
#include <vector>

namespace lockcore::explorer {

class Interner
{
public:
    struct Number
    {
        int number;
        bool isNew;
    };

    Number intern(const Bytes &text)
    {
        const auto [entry, isNew] = m_numbers.emplace(text, static_cast<int>(m_texts.size()));
        if (isNew)
            m_texts.push_back(&entry->first);
        return {entry->second, isNew};
    }
    int operator()(const Bytes &text) { return intern(text).number; }
    const Bytes &text(int number) const { return *m_texts[static_cast<std::size_t>(number)]; }

private:
    std::unordered_map<Bytes, int> m_numbers;
    std::vector<const Bytes *> m_texts; // an unordered_map never moves its keys
};

} // namespace lockcore::explorer
