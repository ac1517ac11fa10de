// SPDX-License-Identifier: MIT
#include "ui/monitor/filter_text.h"

#include "lockcore/monitor/filter/filter_repair.h"

namespace lockscope {

using namespace lockcore;

Result<Filter> readFilter(const QString &text) { return Filter::parse(text.toStdString(), Filter::UnknownField::IsText); }

QString repairedFilter(const QString &wrong)
{
    return QString::fromStdString(lockcore::repairedFilter(wrong.toStdString(), Filter::UnknownField::IsText).value_or(std::string()));
}

QStringList termsOf(const Filter &filter)
{
    QStringList terms;
    for (const auto &term : filter.terms())
        terms << QString::fromStdString(term);
    return terms;
}

QString joinedFilter(const QStringList &terms, const QString &typed)
{
    if (terms.isEmpty() || typed.isEmpty())
        return terms.isEmpty() ? typed : terms.join(u' ');
    const auto filter = readFilter(typed);
    const bool isOr = filter && filter->isAlternatives();
    return terms.join(u' ') + u' ' + (isOr ? u'(' + typed + u')' : typed);
}

} // namespace lockscope
