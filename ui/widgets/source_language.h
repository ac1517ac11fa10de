// SPDX-License-Identifier: MIT
// What is light about a source text: its comments, strings and words of the language. Small tables, no parser. Any thread.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope {

enum class SourceLanguage { Plain, Cpp, Python, JavaScript, Lua, Go };

SourceLanguage languageOf(const QString &fileName); ///< by its suffix

enum class SourceTone { Comment, String, Keyword };

struct SourceStretch
{
    qsizetype begin = 0, length = 0;
    SourceTone tone = SourceTone::Comment;
    bool operator==(const SourceStretch &) const = default;
};

/// The stretches of one line, ascending. `state` is what the line before it ended in, 0 at first: it becomes what this line ends in.
std::vector<SourceStretch> stretchesOf(SourceLanguage language, const QString &line, int &state);

} // namespace lockscope
