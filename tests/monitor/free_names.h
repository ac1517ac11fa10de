// SPDX-License-Identifier: MIT
// Names without a word for a lock: of what applications keep under a token that they draw, and of locks.
#pragma once

#include <array>
#include <string_view>

namespace lockcore::test {

inline constexpr std::array<std::string_view, 58> dataNames = {
    "session:alice",
    "sess:bob",
    "user:7:session",
    "sessionid:17",
    "PHPSESSID:abc",
    "usersession:17",
    "csrf:17",
    "user:17:csrf_token",
    "xsrf-17",
    "otp:alice",
    "login:otp:17",
    "totp:17",
    "2fa:17",
    "cart:17",
    "basket:17",
    "shop/cart/17",
    "refresh_token:17",
    "refresh:17",
    "accessToken:17",
    "authtoken:17",
    "API_TOKEN:17",
    "api_key:17",
    "apikey/17",
    "password-reset:17",
    "reset:17",
    "email:verify:17",
    "verification:17",
    "confirm:17",
    "invite:17",
    "magic:17",
    "etag:/products/7",
    "cache:etag:9",
    "cache:page:17",
    "idempotency:4711",
    "Idempotency-Key:4711",
    "oauth:state:17",
    "oauth2:code:17",
    "auth:17",
    "cookie:17",
    "remember_me:17",
    "jwt:17",
    "password:17",
    "captcha:17",
    "nonce:17",
    "login:17",
    "{user:7}:session",
    "online:alice",
    "md5:/logo.png",
    "two-factor:17",
    "smsCode:17",
    "user:17:sessionToken",
    "USER_SESSION_17",
    "pw_reset_17",
    "emailVerification:17",
    "pkce:17",
    "deviceToken:17",
    "sha256:17",
    "ws:17",
};

inline constexpr std::array<std::string_view, 18> freeLockNames = {
    "orders:17",      "resource:invoice:9", "jobs/nightly",       "warehouse/17", "report",       "import.products", "payments-42",
    "user:7:balance", "sync:catalogue",     "{a}:stock",          "seats:12A",    "transcode:17", "author:3:merge",  "preset/9",
    "email:digest",   "inventory:sku-9",    "payment:capture:42", "tokenizer:17",
};

} // namespace lockcore::test
