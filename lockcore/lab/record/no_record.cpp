// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/no_record.h"

#include <cerrno>
#include <system_error>

namespace lockcore {

NoRecord::NoRecord(Endpoint endpoint, Poller &poller)
    : m_endpoint(std::move(endpoint))
    , m_poller(poller)
{ }

Task<Result<void>> NoRecord::open()
{
    m_isOpen = false;
    m_stream.reset();
    auto socket = connectTo(m_endpoint);
    if (!socket)
        co_return Error{ErrorKind::Transport, "no connection to the server: " + std::generic_category().message(errno), "closed"};
    m_stream.emplace(m_poller, std::move(socket));
    m_stream->ended = [this] { fail(); };
    m_isOpen = true;
    co_return Result<void>();
}

void NoRecord::fail()
{
    m_stream->close(); // possibly called from inside the stream
    if (std::exchange(m_isOpen, false))
        emit lost({ErrorKind::Transport, "the server is lost", "closed"});
}

} // namespace lockcore
