// SPDX-License-Identifier: MIT
// Builds what --help prints: no line is longer than 80 columns, and lines break between words.
#pragma once

#include <QString>

namespace lockscope {

class HelpText final
{
public:
    static constexpr int columns = 80;

    explicit HelpText(const QString &usage);

    HelpText &paragraph(const QString &text);
    HelpText &heading(const QString &title);
    HelpText &option(const QString &term, const QString &explanation); ///< "--filter EXPR"
    HelpText &exitCode(int code, const QString &meaning);
    HelpText &names(const QStringList &names); ///< as many per line as fit
    HelpText &verbatim(const QString &line);   ///< indented, for examples; never broken

    const QString &text() const { return m_text; }

private:
    void addEntry(const QString &term, const QString &explanation, int column);

    QString m_text;
};

} // namespace lockscope
