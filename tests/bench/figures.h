// SPDX-License-Identifier: MIT
// The result of a benchmark: a table of what was wanted and what was measured. It is printed with the machine's load, because on a busy
// machine only ratios within one run mean something.
#pragma once

#include <string>
#include <vector>

namespace lockcore::bench {

/// The middle one; 0 of none.
double median(std::vector<double> values);

/// `share` of the values are at most this, 0…1; 0 of none.
double percentile(std::vector<double> values, double share);

class Figures final
{
public:
    explicit Figures(std::string title);

    void atMost(std::string what, double wanted, double measured, std::string unit = {});
    void none(std::string what, double measured); ///< wanted: 0
    void all(std::string what, double wanted, double measured);
    void told(std::string what, double measured, std::string unit = {}); ///< nothing was promised

    /// Prints the table. Returns the exit code: always 0; the table says which figures were met.
    int print() const;

private:
    struct Row
    {
        std::string what;
        std::string wanted;
        std::string measured;
        std::string met;
    };

    std::string m_title;
    double m_loadBefore = 0;
    std::vector<Row> m_rows;
};

/// Prints a line of progress to stderr.
void progress(const std::string &text);

/// CPU of the calling thread since it began, s.
double threadSeconds();

} // namespace lockcore::bench
