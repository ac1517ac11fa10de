// SPDX-License-Identifier: MIT
#include "ui/monitor/owner_light.h"

#include <QAbstractItemView>
#include <QMouseEvent>

#include <algorithm>

namespace lockscope {

using lockcore::Bytes;

void OwnerLight::select(std::vector<Bytes> owners)
{
    if (m_selected == owners)
        return;
    m_selected = std::move(owners);
    emit changed();
}

void OwnerLight::hover(const Bytes &owner)
{
    if (m_hovered == owner)
        return;
    m_hovered = owner;
    emit changed();
}

void OwnerLight::follow(QAbstractItemView *view, std::function<Bytes(const QModelIndex &index)> ownerAt)
{
    view->viewport()->setMouseTracking(true);
    view->viewport()->installEventFilter(this);
    connect(this, &OwnerLight::changed, view->viewport(), qOverload<>(&QWidget::update));
    m_followed.push_back({view, view->viewport(), std::move(ownerAt)});
}

bool OwnerLight::eventFilter(QObject *watched, QEvent *event)
{
    const auto found = std::ranges::find(m_followed, watched, &Followed::viewport);
    if (found != m_followed.end() && event->type() == QEvent::Leave)
        hover({});
    if (found != m_followed.end() && event->type() == QEvent::MouseMove)
        hover(found->ownerAt(found->view->indexAt(static_cast<QMouseEvent *>(event)->position().toPoint())));
    return false;
}

std::vector<Bytes> OwnerLight::lit() const { return m_hovered.empty() ? m_selected : std::vector{m_hovered}; }

bool OwnerLight::isLit(const Bytes &owner) const
{
    if (owner.empty())
        return false;
    return m_hovered.empty() ? std::ranges::find(m_selected, owner) != m_selected.end() : owner == m_hovered;
}

} // namespace lockscope
