// SPDX-License-Identifier: MIT
// The real window on a real server, and what the X server shows of it: never what a widget would paint on request.
#pragma once

#include "support/redis_server.h"
#include "ui/driven_window.h"

#include "ui/monitor/details_panel.h"
#include "ui/monitor/monitor_thread.h"
#include "ui/monitor/timeline_area.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/wrapped_text.h"

#include <QElapsedTimer>
#include <QScreen>

#include <set>

namespace lockscope {

class WatchedScreen final
{
public:
    explicit WatchedScreen(const lockcore::Endpoint &server)
        : m_window(services())
    {
        m_window->connectTo(targetAt(server));
    }

    const DrivenWindow &window() const { return m_window; }
    QTableView *table() const { return m_window.table(); }
    TimelineView *timeline() const { return m_window->findChild<TimelineView *>(); }
    DetailsPanel *details() const { return m_window->findChild<DetailsPanel *>(); }
    bool isLive() const { return m_window->monitorPage()->state().phase == lockcore::MonitorState::Phase::Live; }

    /// `part` in the widget's coordinates.
    static QImage seen(const QWidget &widget, const QRect &part)
    {
        const QRect place(widget.mapToGlobal(part.topLeft()), part.size());
        return QGuiApplication::primaryScreen()->grabWindow(0, place.x(), place.y(), place.width(), place.height()).toImage();
    }
    static QImage seen(const QWidget &widget) { return seen(widget, widget.rect()); }

    QImage seenCell(int row, LockModel::Column column) const
    {
        return seen(*table()->viewport(), table()->visualRect(m_window.rows()->index(row, column)));
    }

    /// The cells of every row that is completely visible, from one picture.
    std::vector<QImage> seenLeases() const
    {
        const auto *viewport = table()->viewport();
        const auto all = seen(*viewport);
        std::vector<QImage> cells;
        for (int row = std::max(0, table()->rowAt(0)); row < m_window.rows()->rowCount(); ++row) {
            const auto cell = table()->visualRect(m_window.rows()->index(row, LockModel::Lease));
            if (cell.bottom() >= viewport->height())
                break;
            cells.push_back(all.copy(cell));
        }
        return cells;
    }

    /// The details' text that contains this, if it can be seen.
    const WrappedText *text(const QString &part) const
    {
        for (const auto *text : details()->findChildren<WrappedText *>()) {
            if (text->isVisible() && text->toPlainText().contains(part))
                return text;
        }
        return nullptr;
    }

    struct Text
    {
        const WrappedText *widget = nullptr;
        QImage image;
    };
    Text seenText(const QString &part) const
    {
        const auto *widget = text(part);
        return {widget, widget ? seen(*widget) : QImage()};
    }

    /// Is this text now seen in the place of that one?
    bool seenInstead(const Text &before, const QString &part) const
    {
        return before.widget && text(part) == before.widget && seen(*before.widget) != before.image;
    }

    /// The columns of the selected lane in the timeline in which the colour is seen that the lock's owner has there.
    std::set<int> timelineColumns(const lockcore::LockId &id, const std::string &of) const
    {
        const int index = m_window->findChild<TimelineArea *>()->feed().colourOf(id, of);
        const auto colour = ownerColour(m_window->palette(), index).rgb();
        const auto selected = shadesOf(m_window->palette()).selected.rgb();
        const auto image = seen(*timeline()->viewport());
        std::set<int> columns;
        for (int y = 0; index >= 0 && y < image.height(); ++y) {
            if (image.pixel(image.width() - 1, y) != selected && image.pixel(4, y) != selected)
                continue;
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) == colour)
                    columns.insert(x);
            }
        }
        return columns;
    }

private:
    WindowServices services()
    {
        WindowServices services;
        services.watch = [this](const Target &target) {
            lockcore::MonitorOptions options;
            options.auditDirectory = m_audit.path().toStdString();
            return std::make_unique<MonitorThread>(target.endpoint, options);
        };
        services.startDemo = [] { return lockcore::Result<lockcore::Endpoint>(lockcore::Error{}); };
        return services;
    }

    QTemporaryDir m_audit;
    DrivenWindow m_window;
};

} // namespace lockscope
