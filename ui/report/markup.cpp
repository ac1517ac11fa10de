// SPDX-License-Identifier: MIT
#include "ui/report/markup.h"

#include "ui/words/shown_text.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString withoutHome(QString text)
{
    const auto own = QDir::homePath();
    if (own.size() > 1)
        text.replace(QRegularExpression(QRegularExpression::escape(own) + uR"((?![\w.-]))"_s), u"~"_s);
    static const QRegularExpression homes(uR"((?<![\w/.])(/home|/Users)/[^/\s"':;,<>()]+|(?<![\w/.])/root(?![\w.-]))"_s);
    return text.replace(homes, u"~"_s);
}

QString markup(const QString &text)
{
    auto readable = withoutHome(text);
    const auto isControl = [](QChar c) { return c.category() == QChar::Other_Control && c != u'\n'; };
    std::replace_if(readable.begin(), readable.end(), isControl, QChar(QChar::ReplacementCharacter)); // XML cannot represent them
    return readable.toHtmlEscaped();
}

QString markup(std::string_view bytes, std::size_t characters) { return markup(shownText(bytes, characters)); }

} // namespace lockscope
