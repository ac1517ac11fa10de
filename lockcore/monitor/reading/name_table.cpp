// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/name_table.h"

#include "lockcore/base/glob.h"

#include <algorithm>

namespace lockcore {

namespace {

std::size_t byte(char c) { return static_cast<unsigned char>(c); }

std::size_t pair(std::string_view text, std::size_t i) { return byte(text[i]) << 8 | byte(text[i + 1]); }

} // namespace

void NameTable::add(std::string_view glob)
{
    const auto star = glob.find('*');
    const auto head = glob.substr(0, star);
    const auto tail = star == glob.npos ? std::string_view() : glob.substr(star + 1);
    if (star == 0 && tail.size() > 2 && tail.back() == '*' && !isGlob(tail.substr(0, tail.size() - 1))) {
        m_byInfix[byte(tail.front())].emplace_back(tail.substr(0, tail.size() - 1));
        m_beginsInfix.set(pair(tail, 0));
    } else if (isGlob(head) || isGlob(tail) || glob.empty() || glob == "*") {
        m_globs.emplace_back(glob);
    } else if (!head.empty()) {
        m_byHead[byte(head.front())].push_back({std::string(head), std::string(tail), star == glob.npos});
    } else {
        m_byTail[byte(tail.back())].emplace_back(tail);
    }
}

bool NameTable::matchesInfix(std::string_view name) const
{
    for (std::size_t i = 0; i + 1 < name.size(); ++i) {
        if (!m_beginsInfix[pair(name, i)])
            continue;
        for (const auto &infix : m_byInfix[byte(name[i])]) {
            if (name.substr(i).starts_with(infix))
                return true;
        }
    }
    return false;
}

bool NameTable::matches(std::string_view name) const
{
    if (!name.empty()) {
        for (const auto &[head, tail, whole] : m_byHead[byte(name.front())]) {
            if (whole ? name == head : name.size() >= head.size() + tail.size() && name.starts_with(head) && name.ends_with(tail))
                return true;
        }
        for (const auto &tail : m_byTail[byte(name.back())]) {
            if (name.ends_with(tail))
                return true;
        }
    }
    return matchesInfix(name) || std::any_of(m_globs.begin(), m_globs.end(), [&](const auto &glob) { return globMatches(glob, name); });
}

} // namespace lockcore
