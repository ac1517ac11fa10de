// SPDX-License-Identifier: MIT
#include "lockcore/report/answered_run.h"

namespace lockcore::detail {

AnsweredRun::AnsweredRun(const Run &of)
    : run(of)
    , disturbances(of)
    , hasRecord(of.header().record && of.header().looks)
    , holdings(hasRecord ? holdingsOf(of) : std::vector<Holding>())
    , held(hasRecord ? heldElements(of) : std::vector<HeldElement>())
{
    for (Number number = run.begin + 1; number <= run.size(); ++number) {
        const auto *const sent = run.as<entry::Sent>(number);
        if (sent && sent->request == entry::Request::Bye)
            m_leaving[sent->who] = number;
    }
}

bool AnsweredRun::isDisturbed(const Incarnation &who, Number from, Number to) const
{
    return disturbances.fault(who, from, to) != 0 || disturbances.stall(who, from, to) != 0;
}

bool AnsweredRun::isLeaving(const Incarnation &who, Number by) const
{
    const auto bye = m_leaving.find(who);
    return bye != m_leaving.end() && bye->second < by;
}

bool AnsweredRun::isSettled(const Incarnation &who, Number answered) const
{
    constexpr Milliseconds onItsWay{200};
    const auto bye = m_leaving.find(who);
    const auto died = run.lives.at(who).died;
    const auto end = bye != m_leaving.end() ? bye->second : died != 0 ? died : run.size();
    return run.at(end) - run.at(answered) > onItsWay;
}

bool AnsweredRun::isEndedBy(const Element &element, const Incarnation &who) const
{
    const auto *const ended = run.as<entry::KeyChanged>(element.ended);
    return ended && run.author(*ended) == who;
}

} // namespace lockcore::detail
