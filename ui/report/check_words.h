// SPDX-License-Identifier: MIT
// The words of *Check my lock*, for the terminal, JUnit, the page and the window. All text from workers and servers is made readable; HTML
// is not escaped. Pure; any thread.
#pragma once

#include "ui/report/check.h"

#include <QStringList>

namespace lockscope {

QString checkWordText(CheckWord word);    ///< `no lock can`
QString checkSign(const CheckItem &item); ///< shown next to the word, because colour alone is not enough

QString itemTitle(const CheckItem &item);     ///< `R1 Deleting another's lock`, `mutual exclusion`
QString answeringText(const CheckItem &item); ///< who answers for a pitfall: `library`; empty for a property
QString itemText(const CheckItem &item);      ///< `in 12 runs`, the proof, or why it was not put to the test
QString proofText(const CheckProof &proof);   ///< the sentence
QString placeText(const CheckProof &proof);   ///< `plain-del-after-expiry, entries 41 44`; without the folder

QString reasonText(const CheckReason &reason); ///< `skipped: the library has no fair`

/// Properties or pitfalls by word: what needs attention most comes first. Those of a word are in the order of the catalogue, what fails first.
std::vector<CheckItem> byWord(std::vector<CheckItem> items);

/// Gaps with the same reason, and the runs that have it.
struct GapGroup
{
    QString reason;
    QStringList runs;
    bool isOpen = false;
};
std::vector<GapGroup> gapGroups(const Check &check); ///< what is open comes first

QString partName(CheckPart::Kind kind);
QString partText(const CheckPart &part); ///< `stories: 71 runs in 41 s`

QString checkSubject(const Check &check);  ///< `redis-py 4.3.4 on redis 7.0.15, seed 7`; before that is known, the command
QString checkHeadline(const Check &check); ///< one sentence: what was found
QString checkCounts(const Check &check);   ///< `Pitfalls: 2 broken, 9 no lock can, …`
QString checkProgress(const Check &check); ///< `stories: 12 of 71 runs; 2 broken so far`

} // namespace lockscope
