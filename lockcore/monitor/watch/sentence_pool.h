// SPDX-License-Identifier: MIT
// Shares equal lists of sentences: a hundred thousand locks have only a few dozen kinds of evidence.
#pragma once

#include "lockcore/monitor/model/shared_list.h"

#include <set>
#include <string>

namespace lockcore {

class SentencePool
{
public:
    /// Limited, because a sentence may name what differs from lock to lock. A sentence that is dropped here lives on where it is used.
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
