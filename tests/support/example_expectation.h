// SPDX-License-Identifier: MIT
// What an example may expect of a Finding, line by line.
#pragma once

#include "lockcore/monitor/model/format.h"
#include "support/example_line.h"

#include <vector>

namespace lockcore::test {

class Expectation
{
public:
    /// Fails if the line's word is not known, or comes twice where a Finding has only one.
    void add(const ExampleLine &line);

    /// Adds the lines of `common` for words that this expectation does not have.
    Finding findingWith(const Expectation &common) const;

private:
    std::vector<ExampleLine> m_lines;
};

} // namespace lockcore::test
