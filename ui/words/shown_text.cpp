// SPDX-License-Identifier: MIT
#include "ui/words/shown_text.h"

#include "lockcore/base/bytes.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString shownText(std::string_view bytes, std::size_t characters)
{
    // Only the parts that stay are escaped: a key may be 512 MB long.
    if (characters > 0 && bytes.size() > 64 * characters) {
        std::string ends(bytes.substr(0, 8 * characters));
        ends += bytes.substr(bytes.size() - 8 * characters);
        return QString::fromStdString(lockcore::elidedInMiddle(lockcore::escaped(ends), characters));
    }
    const auto text = lockcore::escaped(bytes);
    return QString::fromStdString(characters > 0 ? lockcore::elidedInMiddle(text, characters) : text);
}

QString shownPath(const QString &path) { return shownText(path.toStdString(), 200); }

QString asSentence(std::string_view text)
{
    constexpr std::size_t longest = 400;
    auto sentence = shownText(text, longest).trimmed();
    if (sentence.isEmpty())
        return sentence;
    const auto name = sentence.section(u' ', 0, 0).chopped(1); // without the comma or full stop after it
    const bool isFile = name.contains(u'/') || name.contains(u'.');
    if (sentence.at(0).isLower() && sentence.size() > 1 && !sentence.at(1).isUpper() && !isFile)
        sentence[0] = sentence.at(0).toUpper();
    if (!u".!?…"_s.contains(sentence.back()))
        sentence += u'.';
    return sentence;
}

} // namespace lockscope
