// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/looker.h"

#include "lockcore/monitor/reading/look_batch.h"
#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

Looker::Looker(Connection &connection, const Classifier &classifier, LookRequest::Way way)
    : m_connection(connection)
    , m_classifier(classifier)
    , m_way(way)
{ }

Task<Result<std::vector<Looked>>> Looker::look(std::vector<LookRequest> requests)
{
    // One round each for: the type, the value, the existence of companions, the likely companions, their sizes, the types of the others,
    // everything together, a length, a change in between, out of memory, transactions apart, each remaining look alone.
    constexpr int mostRounds = 12;
    std::vector<Looked> all;
    all.reserve(requests.size());
    for (int round = 0; round < mostRounds && !requests.empty(); ++round) {
        std::vector<LookRequest> again;
        for (auto next = requests.begin(); next != requests.end();) {
            LookBatch looks(m_way);
            const auto first = next;
            for (; next != requests.end() && looks.hasRoomFor(*next); ++next)
                looks.add(*next);
            auto batch = looks.batch();
            const auto replies = co_await m_connection.send(std::move(batch));
            if (!replies && replies.error().kind != ErrorKind::Timeout)
                co_return replies.error();
            if (!replies) {
                for (auto request = first; request != next; ++request)
                    all.push_back({std::move(*request), replies.error()});
                continue;
            }
            auto steps = looks.steps(*replies, m_classifier);
            for (auto request = first; request != next; ++request) {
                auto &step = steps[static_cast<std::size_t>(request - first)];
                if (auto *look = std::get_if<KeySnapshot>(&step)) {
                    all.push_back({std::move(*request), std::move(*look)});
                } else if (auto *more = std::get_if<LookAgain>(&step)) {
                    m_way.plain = m_way.plain || more->plain;
                    m_way.apart = m_way.apart || more->apart;
                    again.push_back(std::move(more->request));
                } else {
                    auto &error = std::get<Error>(step);
                    if (isHindrance(error))
                        co_return std::move(error);
                    all.push_back({std::move(*request), std::move(error)});
                }
            }
        }
        requests = std::move(again);
    }
    for (auto &request : requests)
        all.push_back({std::move(request), Error{ErrorKind::Refused, "it changes faster than it can be read", "restless"}});
    co_return all;
}

Task<Result<KeySnapshot>> Looker::look(LookRequest request)
{
    std::vector<LookRequest> one;
    one.push_back(std::move(request));
    auto looked = co_await look(std::move(one));
    if (!looked)
        co_return looked.error();
    co_return std::move(looked->front().look);
}

} // namespace lockcore
