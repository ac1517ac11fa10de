// SPDX-License-Identifier: MIT
// Our own icons, drawn in the palette's colours. GUI thread.
#pragma once

#include <QIcon>
#include <QPalette>

namespace lockscope {

/// A bundled symbol (:/icons/<name>.svg, drawn in black) in the text's shade, or in the accent colour while it is checked.
QIcon symbolIcon(const QString &name, const QPalette &palette);

/// The platform's icon of that name if its theme has one, otherwise ours.
QIcon themedIcon(const QString &themeName, const QString &fallback, const QPalette &palette);

/// The icon of the application.
QIcon applicationIcon();

} // namespace lockscope
