// SPDX-License-Identifier: MIT
// The result of a benchmark: a table of wanted and measured values. It is printed with the machine's load, because on a busy machine only
// ratios within one run mean something.
#pragma once

#include <string>
#include <vector>

namespace lockcore::bench {

/// The middle value; 0 if there are none.
double median(std::vector<double> values);

/// `share` (0…1) of the values are at most the result; 0 if there are no values.
double percentile(std::vector<double> values, double share);

class Figures final
{
public:
    explicit Figures(std::string title);

    void atMost(std::string what, double wanted, double measured, std::string unit = {});
    void none(std::string what, double measured); ///< the wanted value is 0
    void all(std::string what, double wanted, double measured);
    void told(std::string what, double measured, std::string unit = {}); ///< a value without a wanted one

    /// Prints the table. Returns the exit code, which is always 0: the table shows which figures were met.
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

/// CPU time of the calling thread since its start, s.
double threadSeconds();

} // namespace lockcore::bench
