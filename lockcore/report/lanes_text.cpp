// SPDX-License-Identifier: MIT
#include "lockcore/report/lanes.h"

#include <cstdio>

namespace lockcore {

namespace {

std::string ms(Microseconds time)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", double(time.count()) / 1000);
    return text.data();
}

std::string range(Microseconds begin, Microseconds end) { return ms(begin) + '-' + ms(end); }

template <class List, class Print>
std::string joined(const List &list, const char *between, Print print)
{
    std::string text;
    for (const auto &one : list)
        text += (text.empty() ? "" : between) + print(one);
    return text;
}

std::string textOf(const WorkerSpan &span)
{
    return range(span.begin, span.end) + ' ' + std::string(wordOf(span.state)) + (span.holds ? " holds" : "")
           + (span.inside ? " inside" : "");
}

std::string textOf(const LockSpan &span)
{
    auto text = range(span.begin, span.end) + ' ' + (span.owner ? toString(*span.owner) : "?") + ' ' + std::string(wordOf(span.how));
    text += span.by ? " by " + toString(*span.by) : "";
    for (std::size_t i = 1; i < span.lease.size(); ++i)
        text += " renewed@" + ms(span.lease[i].at);
    return text + (span.row == 0 ? "" : " row " + std::to_string(span.row));
}

} // namespace

std::string toString(const WorkerLane &lane)
{
    auto text = escaped(lane.worker) + ": " + joined(lane.spans, ", ", [](const WorkerSpan &span) { return textOf(span); });
    for (const auto &command : lane.commands)
        text += "; " + command.name + '@' + ms(command.at) + (command.changes ? "*" : "");
    return text;
}

std::string toString(const LockLane &lane)
{
    return escaped(lane.lock) + '/' + std::to_string(lane.server) + ": "
           + joined(lane.spans, ", ", [](const LockSpan &span) { return textOf(span); });
}

std::string toString(const ResourceLane &lane)
{
    auto text =
        escaped(lane.lock) + ": " + joined(lane.spans, ", ", [](const ResourceSpan &span) {
            return range(span.begin, span.end) + ' ' + toString(span.who) + (span.row == 0 ? "" : " row " + std::to_string(span.row));
        });
    for (const auto &band : lane.bands)
        text += "; " + range(band.begin, band.end) + ' ' + toString(band.first) + '+' + toString(band.second);
    for (const auto &write : lane.writes)
        text += "; " + toString(write.who) + '@' + ms(write.at) + (write.refused ? " refused" : "")
                + (write.version ? " v" + std::to_string(*write.version) : "");
    return text;
}

std::string toString(const Lanes &lanes)
{
    auto text = range(lanes.begin, lanes.end);
    for (const auto &lane : lanes.workers)
        text += '\n' + toString(lane);
    for (const auto &lane : lanes.locks)
        text += '\n' + toString(lane);
    for (const auto &lane : lanes.resources)
        text += '\n' + toString(lane);
    for (const auto &fault : lanes.faults)
        text += "\n!" + std::to_string(fault.number) + ' ' + std::string(wordOf(fault.place)) + ' ' + std::to_string(fault.lane) + ' '
                + fault.text;
    for (const auto &mark : lanes.marks)
        text += "\n#" + std::to_string(mark.number) + ' ' + std::string(wordOf(mark.place)) + ' ' + std::to_string(mark.lane) + ' '
                + (mark.kind == Decisive::Finding ? std::string(wordOf(mark.outcome))
                                                  : std::string(wordOf(mark.kind)) + " (" + mark.text + ')');
    return text;
}

} // namespace lockcore
