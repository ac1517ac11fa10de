// SPDX-License-Identifier: MIT
// Light syntax highlighting of a source text: comments, strings and keywords. Small tables, no parser. Any thread.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope {

enum class SourceLanguage { Plain, Cpp, Python, JavaScript, Lua, Go };

SourceLanguage languageOf(const QString &fileName); ///< chosen by the suffix

enum class SourceTone { Comment, String, Keyword };

struct SourceStretch
{
    qsizetype begin = 0, length = 0;
    SourceTone tone = SourceTone::Comment;
    bool operator==(const SourceStretch &) const = default;
};

/// The stretches of one line, ascending. `state` is the state at the end of the previous line, 0 for the first line; it is set to the state
/// at the end of this line.
std::vector<SourceStretch> stretchesOf(SourceLanguage language, const QString &line, int &state);

} // namespace lockscope
