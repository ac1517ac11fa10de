// SPDX-License-Identifier: MIT
// The words of the command line, byte for byte. The parsers work on QString, which cannot hold invalid UTF-8. So an argument with such
// bytes becomes a text of lone surrogates (as in Python's PEP 383), from which argumentBytes() restores the bytes.
#pragma once

#include "lockcore/base/bytes.h"

#include <QStringList>

#include <array>
#include <span>

namespace lockscope {

QString argumentText(QByteArrayView bytes);
QStringList argumentTexts(std::span<char *const> words);

/// What the user typed. Use it instead of toStdString() wherever the bytes of an argument count.
lockcore::Bytes argumentBytes(const QString &text);

/// The part of argv that Qt gets: the program's name. Qt removes the options that it knows, with their values, wherever they are.
class ArgumentsForQt final
{
public:
    explicit ArgumentsForQt(char **argv)
        : m_words{argv[0], nullptr}
    { }

    int &count() { return m_count; }
    char **words() { return m_words.data(); }

private:
    int m_count = 1;
    std::array<char *, 2> m_words;
};

} // namespace lockscope
