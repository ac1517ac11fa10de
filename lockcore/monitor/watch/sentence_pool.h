// SPDX-License-Identifier: MIT
// Makes equal lists of sentences one: a hundred thousand locks are recognised by a few dozen kinds of evidence.
#pragma once

#include "lockcore/monitor/model/shared_list.h"

#include <set>
#include <string>

namespace lockcore {

class SentencePool
{
public:
    /// Bounded, because a sentence may name what differs from lock to lock. What is forgotten here stays with those who have it.
    static constexpr std::size_t most = 1024;

    SharedList<std::string> shared(const SharedList<std::string> &sentences)
    {
        if (m_sentences.size() >= most)
            m_sentences.clear();
        return *m_sentences.insert(sentences).first;
    }

private:
    std::set<SharedList<std::string>> m_sentences;
};

} // namespace lockcore
