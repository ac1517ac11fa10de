// SPDX-License-Identifier: MIT
// The protected resource: the Lab hosts it and numbers every call, so these are facts that need no clock and no server.
#include "lockcore/judge/properties.h"

namespace lockcore::detail {

namespace {

class ResourceJudge
{
public:
    ResourceJudge(const Run &run, Findings &findings)
        : m_run(run)
        , m_findings(findings)
    { }

    void judge()
    {
        for (Number number = 1; number <= m_run.size(); ++number) {
            const auto *const call = m_run.as<entry::Accessed>(number);
            if (!call || number < m_run.begin)
                continue;
            if (call->refused)
                m_refused += call->step == entry::Step::Write;
            else
                accepted(number, *call);
        }
        if (m_writes + m_refused > 0)
            m_findings.exercised(m_refused > 0 ? "no update was lost, and " + std::to_string(m_refused) + " stale writes were refused"
                                               : "no update was lost");
    }

private:
    struct Content
    {
        std::int64_t version = 0;
        Number written = 0;
        std::optional<std::int64_t> token; ///< the greatest that it has seen
        Number tokenSeen = 0;
        std::map<std::int64_t, std::int64_t> values; ///< by version
        std::int64_t sold = 0;
        std::vector<Number> sales;
        std::map<Incarnation, Number> reads;
    };

    void accepted(Number number, const entry::Accessed &call)
    {
        auto &content = m_contents[call.lock];
        if (call.step == entry::Step::Read && call.version) {
            content.reads[call.who] = number;
            content.version = *call.version;
            if (call.value)
                content.values[*call.version] = *call.value;
        }
        if (call.step == entry::Step::Write)
            written(number, call, content);
        if (call.token && (!content.token || *call.token > *content.token)) {
            content.token = call.token;
            content.tokenSeen = number;
        }
    }

    void written(Number number, const entry::Accessed &call, Content &content)
    {
        ++m_writes;
        if (call.token && content.token && *call.token < *content.token)
            m_findings.add(Outcome::Violated, Cause::StaleWrite,
                           toString(call.who) + " wrote with the token " + std::to_string(*call.token) + " after "
                               + std::to_string(*content.token) + " had been seen",
                           m_run.header().fencing ? "D13" : "D15", {content.tokenSeen, number});
        if (call.based && content.written != 0 && *call.based < content.version)
            m_findings.add(Outcome::Violated, Cause::LostUpdate,
                           toString(call.who) + " wrote on top of version " + std::to_string(*call.based) + ", and so undid version "
                               + std::to_string(content.version),
                           "L1", {content.reads[call.who], content.written, number});
        sold(number, call, content);
        content.version = call.version.value_or(content.version + 1);
        content.written = number;
        if (call.value)
            content.values[content.version] = *call.value;
    }

    void sold(Number number, const entry::Accessed &call, Content &content)
    {
        const auto &stock = m_run.header().stock;
        const auto based = call.based ? content.values.find(*call.based) : content.values.end();
        if (!stock || !call.value || based == content.values.end())
            return;
        content.sold += based->second - *call.value;
        content.sales.push_back(number);
        if (content.sold > *stock)
            m_findings.add(Outcome::Violated, Cause::Oversold, "sold " + std::to_string(content.sold) + " of " + std::to_string(*stock),
                           "R9", content.sales);
    }

    const Run &m_run;
    Findings &m_findings;
    std::map<std::string, Content> m_contents;
    std::uint64_t m_writes = 0;
    std::uint64_t m_refused = 0;
};

} // namespace

Verdict resource(const Case &of)
{
    Findings findings(of.run, Property::Resource, of.run.header().fencing ? Importance::Promised : Importance::Informative);
    ResourceJudge(of.run, findings).judge();
    return std::move(findings).verdict();
}

} // namespace lockcore::detail
