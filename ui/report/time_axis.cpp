// SPDX-License-Identifier: MIT
#include "ui/report/time_axis.h"

#include <algorithm>
#include <cmath>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::Microseconds;

namespace {

constexpr double leastPixels = 90; // between two ticks

Microseconds stepFor(double perPixel)
{
    std::int64_t power = 1;
    for (;; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5}) {
            if (static_cast<double>(factor * power) >= perPixel * leastPixels)
                return Microseconds(factor * power);
        }
    }
}

QString milliseconds(Microseconds time, Microseconds step)
{
    const int digits = step.count() % 1000 == 0 ? 0 : step.count() % 100 == 0 ? 1 : step.count() % 10 == 0 ? 2 : 3;
    return QString::number(static_cast<double>(time.count()) / 1000, 'f', digits);
}

} // namespace

TimeAxis::TimeAxis(Time begin, Time end, Time zero, double left, double right)
    : m_begin(begin)
    , m_end(std::max(end, begin + Time(1)))
    , m_zero(zero)
    , m_step(stepFor(static_cast<double>((m_end - m_begin).count()) / (right - left)))
    , m_left(left)
    , m_right(right)
{ }

double TimeAxis::xOf(Time time) const
{
    const auto share = static_cast<double>((time - m_begin).count()) / static_cast<double>((m_end - m_begin).count());
    return m_left + share * (m_right - m_left);
}

double TimeAxis::clampedXOf(Time time) const { return std::clamp(xOf(time), m_left, m_right); }

std::vector<TimeAxis::Time> TimeAxis::ticks() const
{
    std::vector<Time> ticks;
    const auto since = (m_begin - m_zero).count();
    const auto step = m_step.count();
    auto first = since / step * step;
    if (first < since)
        first += step;
    for (auto tick = m_zero + Time(first); tick <= m_end; tick += m_step)
        ticks.push_back(tick);
    return ticks;
}

QString TimeAxis::labelOf(Time time) const
{
    if (m_step >= std::chrono::seconds(2))
        return QString::number((time - m_zero) / std::chrono::seconds(1)) + u" s"_s;
    return milliseconds(time - m_zero, m_step) + u" ms"_s;
}

QString TimeAxis::rangeText() const
{
    const auto step = Time(std::max<std::int64_t>(m_step.count() / 10, 1));
    return milliseconds(m_begin - m_zero, step) + u" – "_s + milliseconds(m_end - m_zero, step) + u" ms"_s;
}

QString exactMilliseconds(Microseconds time) { return QString::number(static_cast<double>(time.count()) / 1000, 'f', 2); }

QString exactTime(Microseconds time) { return exactMilliseconds(time) + u" ms"_s; }

QString shortTime(Microseconds time)
{
    const auto ms = static_cast<double>(time.count()) / 1000;
    if (ms >= 10'000)
        return QString::number(ms / 1000, 'f', 1) + u" s"_s;
    return QString::number(ms, 'f', ms >= 100 ? 0 : ms >= 10 ? 1 : 2) + u" ms"_s;
}

} // namespace lockscope
