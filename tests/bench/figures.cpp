// SPDX-License-Identifier: MIT
#include "bench/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace lockcore::bench {

namespace {

double load()
{
    double averages[1] = {};
    return getloadavg(averages, 1) == 1 ? averages[0] : 0;
}

std::string text(double value, const std::string &unit)
{
    char buffer[64];
    const int digits = value == std::floor(value) || std::abs(value) >= 1000 ? 0 : std::abs(value) < 10 ? 2 : 1;
    std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
    return unit.empty() ? buffer : buffer + (' ' + unit);
}

const char *yesOrNo(bool met) { return met ? "yes" : "NO"; }

} // namespace

double percentile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    const auto last = static_cast<double>(values.size() - 1);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::ceil(share * last));
    std::ranges::nth_element(values, at);
    return *at;
}

double median(std::vector<double> values) { return percentile(std::move(values), 0.5); }

Figures::Figures(std::string title)
    : m_title(std::move(title))
    , m_loadBefore(load())
{ }

void Figures::atMost(std::string what, double wanted, double measured, std::string unit)
{
    m_rows.push_back({std::move(what), "<= " + text(wanted, unit), text(measured, unit), yesOrNo(measured <= wanted)});
}

void Figures::none(std::string what, double measured)
{
    m_rows.push_back({std::move(what), "0", text(measured, {}), yesOrNo(measured == 0)});
}

void Figures::all(std::string what, double wanted, double measured)
{
    m_rows.push_back({std::move(what), text(wanted, {}), text(measured, {}), yesOrNo(measured == wanted)});
}

void Figures::told(std::string what, double measured, std::string unit)
{
    m_rows.push_back({std::move(what), "-", text(measured, unit), "-"});
}

int Figures::print() const
{
    std::printf("\n%s (load %.1f before, %.1f after)\n", m_title.c_str(), m_loadBefore, load());
    std::printf("  %-58s %14s %14s  %s\n", "figure", "wanted", "measured", "met");
    for (const auto &[what, wanted, measured, met] : m_rows)
        std::printf("  %-58s %14s %14s  %s\n", what.c_str(), wanted.c_str(), measured.c_str(), met.c_str());
    std::fflush(stdout);
    return 0;
}

void progress(const std::string &text) { std::fprintf(stderr, "%s\n", text.c_str()); }

double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace lockcore::bench
