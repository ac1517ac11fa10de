// SPDX-License-Identifier: MIT
#include "lockcore/locks/outcome.h"

namespace lockcore {

std::string_view toString(Acquired::Kind kind)
{
    switch (kind) {
    case Acquired::Kind::Held: return "held";
    case Acquired::Kind::NotFree: return "not free";
    case Acquired::Kind::Unknown: return "unknown";
    case Acquired::Kind::Failed: break;
    }
    return "failed";
}

std::string_view toString(Released::Kind kind)
{
    switch (kind) {
    case Released::Kind::Done: return "released";
    case Released::Kind::StillHeld: return "still held";
    case Released::Kind::NotOwner: return "not the owner";
    case Released::Kind::Unknown: return "unknown";
    case Released::Kind::Failed: break;
    }
    return "failed";
}

std::string_view toString(Renewed::Kind kind)
{
    switch (kind) {
    case Renewed::Kind::Done: return "renewed";
    case Renewed::Kind::Lost: return "lost";
    case Renewed::Kind::Unknown: return "unknown";
    case Renewed::Kind::Failed: break;
    }
    return "failed";
}

std::string_view toString(Possession::Kind kind)
{
    switch (kind) {
    case Possession::Kind::Ours: return "ours";
    case Possession::Kind::Others: return "another's";
    case Possession::Kind::Nobodys: return "nobody's";
    case Possession::Kind::Unknown: break;
    }
    return "unknown";
}

} // namespace lockcore
