// SPDX-License-Identifier: MIT
// Proposes a format for keys like one that is known: what *Treat as a lock* begins with. Pure; any thread.
#pragma once

#include "lockcore/monitor/model/lock.h"
#include "lockcore/monitor/reading/user_format.h"

namespace lockcore {

/// A format that reads this lock's key, as its owner's text and its structure show it. It claims as little as possible: that the owner's text is
/// one acquisition's alone is for a person to say. `taken`: names that are in use.
UserFormat formatForKeysLike(const LockInfo &lock, std::span<const UserFormat> taken);

/// A glob for keys of the same kind (kindOf()): `orders:*` for `orders:17`, `shop:session:*` for `shop:session:alice`; if nothing would be left
/// of the key, for this one alone. Special characters are escaped, and bytes that are no text become `?`.
std::string globForKeysLike(std::string_view key);

/// A template for values like this one: `{host}:{number}:{token:hex32}`. Empty: nothing in it has a shape.
std::string templateForValuesLike(std::string_view value);

} // namespace lockcore
