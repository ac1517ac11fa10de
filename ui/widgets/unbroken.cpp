// SPDX-License-Identifier: MIT
#include "ui/widgets/unbroken.h"

#include <QRegularExpression>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

QString unbroken(const QString &text)
{
    static const QRegularExpression duration(uR"(\b\d[\d.,]* (?:ms|s|min|m|h|d)\b(?: \d+ (?:s|m|h)\b)?)"_s);
    auto kept = text;
    for (auto matches = duration.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        kept.replace(match.capturedStart(), match.capturedLength(), match.captured().replace(u' ', QChar::Nbsp));
    }
    return kept;
}

} // namespace lockscope
