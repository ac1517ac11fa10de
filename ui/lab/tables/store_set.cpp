// SPDX-License-Identifier: MIT
#include "ui/lab/tables/store_set.h"

#include "lockcore/lab/scenario/store_fit.h"
#include "ui/runs/store_workers.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QCheckBox>
#include <QHBoxLayout>

namespace lockscope {

StoreSet::StoreSet(QWidget *parent)
    : QWidget(parent)
    , m_stores(comparedStores())
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(grid::group);
    for (const auto store : m_stores) {
        auto *box = new QCheckBox(shownText(lockcore::nameOf(store)), this);
        box->setChecked(true);
        box->setToolTip(tr("Debian: %1").arg(shownText(debianPackagesOf(store))));
        connect(box, &QCheckBox::toggled, this, &StoreSet::follow);
        layout->addWidget(box);
        m_boxes << box;
    }
}

std::vector<lockcore::Store> StoreSet::chosen() const
{
    std::vector<lockcore::Store> stores;
    for (qsizetype i = 0; i < m_boxes.size(); ++i) {
        if (m_boxes[i]->isChecked())
            stores.push_back(m_stores[static_cast<std::size_t>(i)]);
    }
    return stores;
}

// The last one stays.
void StoreSet::follow()
{
    const auto count = chosen().size();
    for (auto *box : m_boxes)
        box->setEnabled(count > 1 || !box->isChecked());
}

} // namespace lockscope
