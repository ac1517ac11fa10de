// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline_scale.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

struct Axis
{
    Q_DECLARE_TR_FUNCTIONS(TimelineAxis)
};

constexpr std::array<TimelineLength, 43> steps = {1us, 2us,  5us,  10us, 20us,    50us,     100us,    200us,    500us,     1ms,      2ms,
                                                  5ms, 10ms, 20ms, 50ms, 100ms,   200ms,    500ms,    1s,       2s,        5s,       10s,
                                                  15s, 30s,  1min, 2min, 5min,    10min,    15min,    30min,    1h,        2h,       3h,
                                                  6h,  12h,  24h,  48h,  7 * 24h, 14 * 24h, 28 * 24h, 56 * 24h, 112 * 24h, 365 * 24h};

// Keeps the value within the limits of the type, because a user may pan without limit.
TimelineTime timeFrom(double microseconds)
{
    constexpr double most = 4e18;
    return TimelineTime(TimelineLength(std::llround(std::clamp(microseconds, -most, most))));
}

double count(TimelineTime time) { return static_cast<double>(time.time_since_epoch().count()); }

QDateTime localTime(TimelineTime time)
{
    return QDateTime::fromMSecsSinceEpoch(std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

QString number(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }

// How many decimals, in this unit, a multiple of the step needs.
int decimalsOf(TimelineLength step, TimelineLength unit)
{
    int decimals = 0;
    for (auto ten = unit; ten > step && decimals < 6; ten /= 10)
        ++decimals;
    return decimals;
}

// "2 m 30 s": two units, the smaller one only if it is not zero.
QString twoUnits(std::int64_t seconds)
{
    const auto pair = [](std::int64_t value, std::int64_t unit, const QString &large, std::int64_t smaller, const QString &small) {
        const auto rest = value % unit / smaller;
        const auto whole = large.arg(value / unit);
        return rest == 0 ? whole : whole + u' ' + small.arg(rest);
    };
    if (seconds < 3600)
        return pair(seconds, 60, Axis::tr("%1 m"), 1, Axis::tr("%1 s"));
    if (seconds < 86400)
        return pair(seconds, 3600, Axis::tr("%1 h"), 60, Axis::tr("%1 m"));
    return pair(seconds, 86400, Axis::tr("%1 d"), 3600, Axis::tr("%1 h"));
}

} // namespace

TimelineTime TimelineScale::timeAt(double x) const { return timeFrom(count(begin) + x * perPixel); }

TimelineLength TimelineScale::lengthOf(double pixels) const { return TimelineLength(std::llround(pixels * perPixel)); }

void TimelineScale::zoom(double factor, double x)
{
    const double fixed = count(begin) + x * perPixel;
    perPixel = std::clamp(perPixel / factor, closest, farthest);
    begin = timeFrom(fixed - x * perPixel);
}

void TimelineScale::pan(double pixels) { begin = timeAt(-pixels); }

TimelineScale TimelineScale::fitting(TimelineTime first, TimelineTime last, double width)
{
    TimelineScale scale;
    scale.begin = first;
    scale.perPixel = std::clamp(static_cast<double>((last - first).count()) / std::max(width, 1.0), closest, farthest);
    return scale;
}

TimelineLength axisStep(const TimelineScale &scale, double leastPixels)
{
    return axisStep(scale, [leastPixels](TimelineLength) { return leastPixels; });
}

TimelineLength axisStep(const TimelineScale &scale, const std::function<double(TimelineLength)> &leastPixelsFor)
{
    const auto fits = [&](TimelineLength step) { return static_cast<double>(step.count()) >= scale.perPixel * leastPixelsFor(step); };
    const auto *found = std::find_if(steps.begin(), steps.end(), fits);
    return found == steps.end() ? steps.back() : *found;
}

std::vector<TimelineTime> axisTicks(const TimelineScale &scale, double width, TimelineTime origin, TimelineLength step)
{
    std::vector<TimelineTime> ticks;
    const auto last = scale.timeAt(width);
    const auto before = (scale.begin - origin).count();
    auto turn = before / step.count() - (before % step.count() < 0 ? 1 : 0);
    if (origin + turn * step < scale.begin)
        ++turn;
    for (; origin + turn * step <= last; ++turn)
        ticks.push_back(origin + turn * step);
    return ticks;
}

QString distanceLabel(TimelineLength distance, TimelineLength step)
{
    if (distance == 0us)
        return Axis::tr("now");
    const auto away = distance < 0us ? -distance : distance;
    const QString sign = distance < 0us ? u"−"_s : u"+"_s;
    const auto in = [away](TimelineLength unit) { return static_cast<double>(away.count()) / static_cast<double>(unit.count()); };
    if (away < 1ms)
        return sign + Axis::tr("%1 µs").arg(number(in(1us), 0));
    if (away < 1s)
        return sign + Axis::tr("%1 ms").arg(number(in(1ms), decimalsOf(step, 1ms)));
    if (away < 2min || step < 1s)
        return sign + Axis::tr("%1 s").arg(number(in(1s), decimalsOf(step, 1s)));
    return sign + twoUnits(std::chrono::duration_cast<std::chrono::seconds>(away).count());
}

QString clockLabel(TimelineTime time, TimelineLength step)
{
    const auto local = localTime(time);
    if (step >= 24h || (step >= 1min && local.time() == QTime(0, 0)))
        return QLocale().toString(local.date(), u"d MMM"_s);
    if (step >= 1min)
        return local.toString(u"HH:mm"_s);
    if (step >= 1s)
        return local.toString(u"HH:mm:ss"_s);
    const auto second = time.time_since_epoch() - std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
    const auto fraction = QStringLiteral("%1").arg(second.count(), 6, 10, QLatin1Char('0')).left(decimalsOf(step, 1s));
    return local.toString(u"HH:mm:ss"_s) + QLocale().decimalPoint() + fraction;
}

TimelineTime midnightBefore(TimelineTime time)
{
    return TimelineTime(std::chrono::milliseconds(localTime(time).date().startOfDay().toMSecsSinceEpoch()));
}

} // namespace lockscope
