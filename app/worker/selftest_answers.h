// SPDX-License-Identifier: MIT
// Reads the answers of a worker under self-test. Null: another answer, or none. Any thread.
#pragma once

#include "lockcore/lab/protocol/worker_message.h"

namespace lockscope {

inline std::string shown(const lockcore::worker::Answer &answer)
{
    return lockcore::worker::shownLine(lockcore::worker::lineOf(lockcore::worker::Message(answer)));
}

inline const lockcore::worker::Ok *okIn(const std::optional<lockcore::worker::Answer> &answer)
{
    return answer ? std::get_if<lockcore::worker::Ok>(&*answer) : nullptr;
}

inline const lockcore::worker::No *noIn(const std::optional<lockcore::worker::Answer> &answer)
{
    return answer ? std::get_if<lockcore::worker::No>(&*answer) : nullptr;
}

inline const lockcore::worker::Err *errIn(const std::optional<lockcore::worker::Answer> &answer)
{
    return answer ? std::get_if<lockcore::worker::Err>(&*answer) : nullptr;
}

} // namespace lockscope
