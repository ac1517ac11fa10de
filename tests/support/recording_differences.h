// SPDX-License-Identifier: MIT
// The differences between the outputs of a recording and the current ones: by kind of difference, with a count and the first examples.
// Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockcore::test {

class RecordingDifferences
{
public:
    /// Compares the recorded and the current outputs of one input. `where`: file and line.
    void compare(const std::string &where, const std::string &input, std::vector<std::string> before, std::vector<std::string> now);

    bool empty() const { return m_kinds.empty(); }
    std::string text() const; ///< the most frequent ones first

private:
    struct Kind
    {
        std::int64_t count = 0;
        std::vector<std::string> examples;
    };

    std::map<std::string, Kind> m_kinds;
};

} // namespace lockcore::test
