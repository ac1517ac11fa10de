// SPDX-License-Identifier: MIT
#include "ui/lab/change/protocol_choice.h"

#include "lockcore/locks/catalogue.h"
#include "ui/widgets/tool_tip.h"
#include "ui/words/tr.h"

#include <QComboBox>

namespace lockscope {

void addProtocols(QComboBox *box)
{
    for (const auto &protocol : lockcore::protocols()) {
        const auto text = [](std::string_view words) { return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())); };
        box->addItem(text(protocol.name), text(protocol.name));
        box->setItemData(box->count() - 1, plainToolTip(text(protocol.story)), Qt::ToolTipRole);
    }
    box->insertSeparator(box->count());
    box->addItem(Words::tr("your own command…"), externalProtocol);
}

} // namespace lockscope
