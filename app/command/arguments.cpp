// SPDX-License-Identifier: MIT
#include "app/command/arguments.h"

#include <algorithm>

namespace lockscope {

namespace {

constexpr char16_t loneSurrogates = 0xDC00; // plus the byte, which is at least 0x80

} // namespace

QString argumentText(QByteArrayView bytes)
{
    auto text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes) // false for invalid UTF-8, and for a byte order mark, which Qt removes
        return text;
    text.clear();
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += QChar(byte < 0x80 ? char16_t(byte) : char16_t(loneSurrogates + byte));
    }
    return text;
}

QStringList argumentTexts(std::span<char *const> words)
{
    QStringList texts;
    for (const auto *word : words)
        texts << argumentText(QByteArrayView(word));
    return texts;
}

lockcore::Bytes argumentBytes(const QString &text)
{
    if (text.isValidUtf16())
        return text.toStdString();
    lockcore::Bytes bytes;
    for (const auto c : text)
        bytes += static_cast<char>(c.unicode() & 0xFF);
    return bytes;
}

} // namespace lockscope
