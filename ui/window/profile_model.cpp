// SPDX-License-Identifier: MIT
#include "ui/window/profile_model.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int rounding = 4;

QString addressOf(const Profile &profile)
{
    const auto &endpoint = profile.endpoint;
    const auto user = endpoint.user.empty() ? QString() : shownText(endpoint.user, 40) + u'@';
    const auto tls = endpoint.transport == lockcore::Endpoint::Transport::Tls ? u" · TLS"_s : QString();
    return user + shownText(lockcore::shortName(endpoint), 120) + tls;
}

QString lastUsedText(const Profile &profile)
{
    if (!profile.lastUsed.isValid())
        return ProfileModel::tr("never used");
    const auto used = profile.lastUsed.toLocalTime();
    const auto days = used.date().daysTo(QDate::currentDate());
    const QLocale locale;
    return days == 0   ? ProfileModel::tr("used today, %1").arg(locale.toString(used.time(), QLocale::ShortFormat))
           : days == 1 ? ProfileModel::tr("used yesterday")
                       : ProfileModel::tr("used %1").arg(locale.toString(used.date(), QLocale::ShortFormat));
}

QString productionMark() { return u"▲ "_s + ProfileModel::tr("production"); }

QString readOnlyMark() { return ProfileModel::tr("read-only"); }

// Paints from the right; returns the right end of the next mark.
int paintMark(QPainter &painter, QRect line, int right, const QString &text, const QColor &colour)
{
    line.setRight(right);
    painter.setPen(colour);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
    return right - painter.fontMetrics().horizontalAdvance(text) - grid::group;
}

QString spokenText(const Profile &profile)
{
    QStringList parts{profile.name, addressOf(profile)};
    if (profile.production)
        parts << ProfileModel::tr("production");
    if (profile.readOnly)
        parts << readOnlyMark();
    return (parts << lastUsedText(profile)).join(u", "_s);
}

} // namespace

void ProfileModel::set(const QList<Profile> &profiles)
{
    beginResetModel();
    m_profiles = profiles;
    endResetModel();
}

int ProfileModel::rowOf(const QString &id) const
{
    const auto found = std::ranges::find(m_profiles, id, &Profile::id);
    return found == m_profiles.end() ? -1 : static_cast<int>(found - m_profiles.begin());
}

int ProfileModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_profiles.size()); }

QVariant ProfileModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &here = profile(index.row());
    if (role == Qt::DisplayRole)
        return here.name;
    if (role == Qt::ToolTipRole)
        return addressOf(here);
    if (role == Qt::AccessibleTextRole)
        return spokenText(here);
    return {};
}

void ProfileDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &profile = static_cast<const ProfileModel *>(index.model())->profile(index.row());
    const auto &shades = shadesOf(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || option.state & QStyle::State_MouseOver) {
        const bool focused = selected && (option.state & QStyle::State_HasFocus);
        painter->setPen(focused ? QPen(shades.accent, 1) : QPen(Qt::NoPen));
        painter->setBrush(selected ? shades.selected : shades.pill);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), rounding, rounding);
    }
    const auto inside = option.rect.adjusted(grid::spacing + grid::unit, grid::spacing, -grid::spacing - grid::unit, -grid::spacing);
    const QRect upper(inside.left(), inside.top(), inside.width(), option.fontMetrics.height());
    const QRect lower = upper.translated(0, upper.height() + 2);
    painter->setFont(option.font);
    int nameEnd = upper.right();
    if (profile.readOnly)
        nameEnd = paintMark(*painter, upper, nameEnd, readOnlyMark(), shades.secondary);
    if (profile.production)
        nameEnd = paintMark(*painter, upper, nameEnd, productionMark(), shades.danger);
    const auto used = lastUsedText(profile);
    const int addressEnd = paintMark(*painter, lower, lower.right(), used, shades.secondary);
    QFont strong = option.font;
    strong.setWeight(QFont::DemiBold);
    painter->setFont(strong);
    painter->setPen(option.palette.color(QPalette::Text));
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(strong).elidedText(profile.name, Qt::ElideRight, nameEnd - upper.left()));
    const auto fixed = fixedFont(option.font);
    painter->setFont(fixed);
    painter->setPen(shades.secondary);
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(fixed).elidedText(addressOf(profile), Qt::ElideMiddle, addressEnd - lower.left()));
    painter->restore();
}

QSize ProfileDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.fontMetrics.averageCharWidth() * 40, 2 * option.fontMetrics.height() + 2 + 2 * grid::spacing};
}

} // namespace lockscope
