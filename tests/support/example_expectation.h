// SPDX-License-Identifier: MIT
// The LockMatch that an example expects, line by line.
#pragma once

#include "lockcore/monitor/model/format.h"
#include "support/example_line.h"

#include <map>
#include <string>
#include <vector>

namespace lockcore::test {

/// The words of the example files.
const std::map<std::string, OwnerScope> &ownerWords();
const std::map<std::string, LeaseRule> &leaseWords();

class Expectation
{
public:
    /// Fails if the line's word is unknown, or is repeated although a LockMatch has only one such value.
    void add(const ExampleLine &line);

    /// Builds the LockMatch from these lines, plus the lines of `common` whose word does not occur here.
    LockMatch findingWith(const Expectation &common) const;

private:
    std::vector<ExampleLine> m_lines;
};

} // namespace lockcore::test
